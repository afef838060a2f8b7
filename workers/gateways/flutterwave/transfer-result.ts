import { CONFIRM_AGAIN_AFTER_MS, type TransferResult } from "../gateway.ts";
import type { FlutterwaveTransfer } from "./responses.ts";

/**
 * What Flutterwave says of a transfer means this for its payout. The words are those of
 * https://developer.flutterwave.com/reference/endpoints/transfers.
 *
 * No document of version 3 has a word for money that came back. What such a transfer is called then is not settled: a
 * word that is not here is unknown, and FAILED after a success is a contradiction. A person looks at either.
 */
export function transferResult({
  status,
  requires_approval: requiresApproval,
  is_approved: isApproved,
}: Pick<FlutterwaveTransfer, "status" | "requires_approval" | "is_approved">): TransferResult {
  switch (status) {
    case "NEW":
    case "PENDING":
      // Somebody has to approve it in the dashboard there: operators have that switched off.
      return requiresApproval === "1" && isApproved !== "1"
        ? { kind: "pending", forOperator: "TRANSFER_NEEDS_APPROVAL" }
        : { kind: "pending" };
    case "SUCCESSFUL":
      return { kind: "succeeded", confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
    case "FAILED":
      return {
        ...{ kind: "failed", code: "TRANSFER_FAILED", message: "The transfer was not carried out." },
        confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS,
      };
    default:
      return {
        kind: "unknown",
        reason: "a status that no document names",
        forOperator: "TRANSFER_STATUS_UNKNOWN",
      };
  }
}
