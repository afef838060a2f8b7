import { z } from "zod";
import { findVerification, saveVerificationForm } from "../../sql/verification/verifications.ts";
import { memberRoute } from "../http/session-route.ts";
import { describeVerification, formJson, verificationJson } from "./verification-json.ts";
import { changedMeanwhile, notOpen } from "./verification-problems.ts";

/** Replaces the saved form: members that are not sent become empty. */
export const saveVerification = memberRoute({
  method: "put",
  path: "/dashboard/api/verification",
  summary: "Save the business's verification form, complete or not",
  permission: "own",
  request: {
    body: z.object({
      form: formJson,
      version: z
        .int()
        .min(0)
        .max(2 ** 31 - 1),
    }),
  },
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body }, { database, config: { encryptionKeys } }) => {
    const { merchantId } = session;
    const saved = await saveVerificationForm(database, encryptionKeys, merchantId, body, session.acting);
    if (saved.outcome === "changed") throw changedMeanwhile();
    if (saved.outcome === "not_open") throw notOpen();
    return { data: describeVerification(await findVerification(database, encryptionKeys, merchantId)) };
  },
});
