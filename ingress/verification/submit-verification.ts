import { z } from "zod";
import { neededKinds } from "../../sql/verification/verification-form.ts";
import { submitVerification as submit } from "../../sql/verification/verifications.ts";
import { conflict, invalid } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { formVersion, readVerification, verificationJson } from "./verification-json.ts";
import { changedMeanwhile } from "./verification-problems.ts";

export const submitVerification = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/submit",
  summary: "Submit the business's verification for review",
  permission: "own",
  stepUp: true,
  request: { body: z.object({ version: formVersion }) },
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body: { version } }, context) => {
    const { merchantId, acting } = session;
    const found = await readVerification(context, merchantId);
    if (found.status !== "draft" || found.isClosed) throw notDraft();
    if (found.version !== version) throw changedMeanwhile();
    if (Object.keys(found.missing).length > 0) throw invalid(found.missing);
    const outcome = await submit(context.database, { merchantId, version, kinds: neededKinds, acting });
    if (outcome === "changed") throw changedMeanwhile();
    if (outcome === "not_draft") throw notDraft();
    return { data: await readVerification(context, merchantId) };
  },
});

const notDraft = () =>
  conflict("You can only submit a draft. After a rejection, make the requested changes first.");
