import { failureMeaning } from "../failure-texts.ts";
import type { TransferResult } from "../gateway.ts";
import { failed, failedWithoutFloat, succeeded, unknownTransferStatus } from "../transfer-results.ts";
import type { FlutterwaveTransfer } from "./responses.ts";

/**
 * What Flutterwave's statuses mean for the payout (https://developer.flutterwave.com/reference/endpoints/transfers).
 *
 * Version 3 documents no status for returned money: an unlisted status is unknown, and FAILED after a success is a
 * contradiction. Both need a person. Flutterwave accepts a transfer that our balance doesn't cover and fails it then:
 * that is not the transfer's fault.
 */
export function transferResult({
  status,
  requires_approval: requiresApproval,
  is_approved: isApproved,
  complete_message: completeMessage,
}: Pick<
  FlutterwaveTransfer,
  "status" | "requires_approval" | "is_approved" | "complete_message"
>): TransferResult {
  switch (status) {
    case "NEW":
    case "PENDING":
      // Somebody has to approve it in Flutterwave's dashboard: operators have that switched off.
      return requiresApproval === "1" && isApproved !== "1"
        ? { kind: "pending", forOperator: "TRANSFER_NEEDS_APPROVAL" }
        : { kind: "pending" };
    case "SUCCESSFUL":
      return succeeded;
    case "FAILED":
      return failureMeaning(completeMessage) === "no_float" ? failedWithoutFloat() : failed();
    default:
      return unknownTransferStatus;
  }
}
