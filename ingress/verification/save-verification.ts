import { z } from "zod";
import { saveVerificationForm } from "../../sql/verification/verifications.ts";
import { memberRoute } from "../http/session-route.ts";
import { formJson, formVersion, readVerification, verificationJson } from "./verification-json.ts";
import { changedMeanwhile, notOpen } from "./verification-problems.ts";

/** Replaces the saved form: members that are not sent become empty. */
export const saveVerification = memberRoute({
  method: "put",
  path: "/dashboard/api/verification",
  summary: "Save the business's verification form, complete or not",
  permission: "own",
  request: {
    body: z.object({ form: formJson, version: formVersion }),
  },
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body }, context) => {
    const { database, config } = context;
    const { merchantId, acting } = session;
    const saved = await saveVerificationForm(database, config.encryptionKeys, merchantId, body, acting);
    if (saved.outcome === "changed") throw changedMeanwhile();
    if (saved.outcome === "not_open") throw notOpen();
    return { data: await readVerification(context, merchantId) };
  },
});
