import { failureMeaning } from "../failure-texts.ts";
import type { SentTransfer, TransferResult } from "../gateway.ts";
import {
  cameBack,
  failed,
  failedWithoutFloat,
  succeeded,
  unknownTransferStatus,
} from "../transfer-results.ts";
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
      return succeeded;
    case "FAILED":
      return failedTransfer(description);
    case "EXPIRED":
      return failed();
    case "REVERSED":
      return cameBack(recorded);
    default:
      return unknownTransferStatus;
  }
}

/** Failures that Monnify says to poll again don't change the payout. An empty wallet is not the transfer's fault. */
function failedTransfer(description: unknown): TransferResult {
  switch (failureMeaning(description, ASK_AGAIN)) {
    case "poll_again":
      return { kind: "pending" };
    case "no_float":
      return failedWithoutFloat();
    case undefined:
      return failed();
  }
}
