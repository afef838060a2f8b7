import { findVerification, reopenVerification as reopen } from "../../sql/verification/verifications.ts";
import { Problem } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { describeVerification, verificationJson } from "./verification-json.ts";

export const reopenVerification = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/reopen",
  summary: "Withdraw a submission, or reopen it after a rejection",
  permission: "own",
  request: {},
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, { database, config: { encryptionKeys } }) => {
    if (!(await reopen(database, session.merchantId, session.acting))) {
      throw new Problem(
        "STATE_CONFLICT",
        "There's no pending review to withdraw and no rejection to reopen.",
      );
    }
    return {
      data: describeVerification(await findVerification(database, encryptionKeys, session.merchantId)),
    };
  },
});
