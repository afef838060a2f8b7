import { CONFIRM_AGAIN_AFTER_MS, type SentTransfer, type TransferResult } from "../gateway.ts";

/**
 * What a status of Monnify's means for a payout, whose status on our record is `recorded`. The words are those of
 * https://developers.monnify.com/docs/disbursements/single-transfers.
 *
 * A transfer is "reversed" when the money came back to the wallet. Of one that never succeeded on our record that is a
 * failure, which returns the fee too.
 */
export function transferResult(status: string, recorded: SentTransfer["status"]): TransferResult {
  switch (status) {
    case "PENDING":
    case "AWAITING_PROCESSING":
    case "IN_PROGRESS":
      return { kind: "pending" };
    case "PENDING_AUTHORIZATION":
    case "PENDING_BATCH_AUTHORIZATION":
    case "OTP_EMAIL_DISPATCH_FAILED":
      // It waits for a code that Monnify sent to the owner: operators have that switched off.
      return { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" };
    case "SUCCESS":
    case "COMPLETED":
      return { kind: "succeeded", confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
    case "FAILED":
    case "EXPIRED":
      return failed("The transfer was not carried out.");
    case "REVERSED":
      return recorded === "succeeded" || recorded === "reversed"
        ? { kind: "reversed" }
        : failed("The destination bank did not take the money.");
    default:
      return {
        kind: "unknown",
        reason: "a status that no document names",
        forOperator: "TRANSFER_STATUS_UNKNOWN",
      };
  }
}

function failed(message: string): TransferResult {
  return { kind: "failed", code: "TRANSFER_FAILED", message, confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
}
