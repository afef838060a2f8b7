import { failureMeaning } from "../failure-texts.ts";
import { CONFIRM_AGAIN_AFTER_MS, type Failed, type SentTransfer, type TransferResult } from "../gateway.ts";
import type { MonnifyTransfer } from "./responses.ts";

/** Monnify's guide says to poll again after these failures: the transfer may still succeed. */
const ASK_AGAIN = [
  "Transaction timed out while waiting for destination bank",
  "Delayed processing from NIP",
  "Beneficiary bank not available",
  "Invalid session ID",
  "Invalid response code from beneficiary institution",
  "System malfunction by destination institution",
  "Unable to complete the transaction at this time",
  "Transaction could not be processed at this time",
  "Transaction processing in progress",
  "Transaction transmission failed",
];

/**
 * What Monnify's statuses mean for the payout, whose status on our record is `recorded`
 * (https://developers.monnify.com/docs/disbursements/single-transfers).
 *
 * "Reversed" means that the money came back to the wallet. If the transfer never succeeded on our record, that is a
 * failure, which returns the fee too.
 */
export function transferResult(
  { status, transactionDescription: description }: Pick<MonnifyTransfer, "status" | "transactionDescription">,
  recorded: SentTransfer["status"],
): TransferResult {
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
      return failedTransfer(description);
    case "EXPIRED":
      return failed("The transfer wasn't completed.");
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

/** Failures that Monnify says to poll again don't change the payout. An empty wallet is not the transfer's fault. */
function failedTransfer(description: unknown): TransferResult {
  const failure = failed("The transfer wasn't completed.");
  switch (failureMeaning(description, ASK_AGAIN)) {
    case "poll_again":
      return { kind: "pending" };
    case "no_float":
      return { ...failure, notSent: "no_float", reason: "no float", forOperator: "TRANSFER_REFUSED" };
    case undefined:
      return failure;
  }
}

export function failed(message: string): Failed {
  return { kind: "failed", code: "TRANSFER_FAILED", message, confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
}
