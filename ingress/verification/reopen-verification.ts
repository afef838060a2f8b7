import { findVerification, reopenVerification as reopen } from "../../sql/verification/verifications.ts";
import { conflict } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { describeVerification, verificationJson } from "./verification-json.ts";

export const reopenVerification = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/reopen",
  summary: "Withdraw a submission, or reopen it after a rejection",
  permission: "own",
  success: { status: 200, data: verificationJson },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session }, { database, config: { encryptionKeys } }) => {
    if (!(await reopen(database, session.merchantId, session.acting))) {
      throw conflict("There's no pending review to withdraw and no rejection to reopen.");
    }
    return {
      data: describeVerification(await findVerification(database, encryptionKeys, session.merchantId)),
    };
  },
});
