import { failureMeaning } from "../failure-texts.ts";
import { CONFIRM_AGAIN_AFTER_MS, type TransferResult } from "../gateway.ts";
import type { FlutterwaveTransfer } from "./responses.ts";

/**
 * What Flutterwave says of a transfer means this for its payout. The words are those of
 * https://developer.flutterwave.com/reference/endpoints/transfers.
 *
 * No document of version 3 has a word for money that came back. What such a transfer is called then is not settled: a
 * word that is not here is unknown, and FAILED after a success is a contradiction. A person looks at either. Of a
 * transfer that our balance there did not cover, which Flutterwave takes first and fails then, the transfer can do
 * nothing.
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
      // Somebody has to approve it in the dashboard there: operators have that switched off.
      return requiresApproval === "1" && isApproved !== "1"
        ? { kind: "pending", forOperator: "TRANSFER_NEEDS_APPROVAL" }
        : { kind: "pending" };
    case "SUCCESSFUL":
      return { kind: "succeeded", confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
    case "FAILED":
      return {
        kind: "failed",
        code: "TRANSFER_FAILED",
        message: "The transfer wasn't completed.",
        confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS,
        ...(failureMeaning(completeMessage) === "no_float" && noFloat),
      };
    default:
      return {
        kind: "unknown",
        reason: "a status that no document names",
        forOperator: "TRANSFER_STATUS_UNKNOWN",
      };
  }
}

const noFloat = { notSent: "no_float", reason: "no float", forOperator: "TRANSFER_REFUSED" } as const;
