import { failureMeaning } from "../failure-texts.ts";
import type { TransferResult } from "../gateway.ts";
import { failed, failedWithoutFloat, succeeded, unknownTransferStatus } from "../transfer-results.ts";
import type { FlutterwaveTransfer } from "./responses.ts";

/**
 * What Flutterwave's statuses mean for the payout (https://developer.flutterwave.com/reference/endpoints/transfers).
 *
 * No document of version 3 has a word for money that came back. What such a transfer is called then is not settled: a
 * word that is not here is unknown, and FAILED after a success is a contradiction. A person looks at either. A transfer
 * that our balance there does not cover is taken first, and fails then.
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
