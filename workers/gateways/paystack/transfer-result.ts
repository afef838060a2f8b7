import { CONFIRM_AGAIN_AFTER_MS, type SentTransfer, type TransferResult } from "../gateway.ts";

/**
 * What a status of Paystack's means for a payout, whose status on our record is `recorded`.
 *
 * "Reversed" means that the bank refused or returned the money: Paystack has it again. If the transfer never succeeded
 * on our record, that is a failure, which returns the fee too.
 */
export function transferResult(status: string, recorded: SentTransfer["status"]): TransferResult {
  switch (status) {
    case "pending":
    case "received":
      return { kind: "pending" };
    case "otp":
      // It waits for a code that Paystack sent to the owner: operators switch that off for transfers by API.
      return { kind: "pending", forOperator: "TRANSFER_NEEDS_OTP" };
    case "success":
      return { kind: "succeeded", confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
    case "failed":
    case "rejected":
    case "blocked":
    case "abandoned":
      return failed("The transfer wasn't completed.");
    case "reversed":
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
