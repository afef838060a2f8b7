import { z } from "zod";
import { findVerification, submitVerification as submit } from "../../sql/verification/verifications.ts";
import { conflict, invalid } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { missingFrom } from "./missing-from.ts";
import { describeVerification, verificationJson } from "./verification-json.ts";
import { changedMeanwhile } from "./verification-problems.ts";

export const submitVerification = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/submit",
  summary: "Submit the business's verification for review",
  permission: "own",
  stepUp: true,
  request: {
    body: z.object({
      version: z
        .int()
        .min(0)
        .max(2 ** 31 - 1),
    }),
  },
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, body: { version } }, { database, config: { encryptionKeys } }) => {
    const { merchantId } = session;
    const found = await findVerification(database, encryptionKeys, merchantId);
    if (found.status !== "draft" || found.isClosed) throw notDraft();
    if (found.version !== version) throw changedMeanwhile();
    const missing = missingFrom(
      found.form,
      found.documents.map(({ kind }) => kind),
    );
    if (Object.keys(missing).length > 0) throw invalid(missing);
    const outcome = await submit(database, merchantId, version, session.acting);
    if (outcome === "changed") throw changedMeanwhile();
    if (outcome === "not_draft") throw notDraft();
    return { data: describeVerification(await findVerification(database, encryptionKeys, merchantId)) };
  },
});

const notDraft = () =>
  conflict("You can only submit a draft. After a rejection, make the requested changes first.");
