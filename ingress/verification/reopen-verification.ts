import { reopenVerification as reopen } from "../../sql/verification/verifications.ts";
import { conflict } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { readVerification, verificationJson } from "./verification-json.ts";

export const reopenVerification = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/reopen",
  summary: "Withdraw a submission, or reopen it after a rejection",
  permission: "own",
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, context) => {
    if (!(await reopen(context.database, { merchantId: session.merchantId, acting: session.acting }))) {
      throw conflict("There's no pending review to withdraw and no rejection to reopen.");
    }
    return { data: await readVerification(context, session.merchantId) };
  },
});
