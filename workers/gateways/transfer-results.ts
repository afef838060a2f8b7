import { CONFIRM_AGAIN_AFTER_MS, type Failed, type SentTransfer, type TransferResult } from "./gateway.ts";

/** The bank may still return the money, so it is asked once more: see CONFIRM_AGAIN_AFTER_MS. */
export const succeeded = {
  kind: "succeeded",
  confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS,
} as const satisfies TransferResult;

/** The provider calls it failed, and may pay it all the same: so it is asked once more. */
export function failed(message = "The transfer wasn't completed."): Failed {
  return { kind: "failed", code: "TRANSFER_FAILED", message, confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
}

/** Failed because our money there did not cover it, of which the transfer can do nothing. */
export function failedWithoutFloat(): Failed {
  return { ...failed(), notSent: "no_float", reason: "no float", forOperator: "TRANSFER_REFUSED" };
}

/**
 * The provider has the money again, since the bank did not take it or gave it back. Of a transfer that never succeeded
 * on our record (`recorded`) that is a failure, which returns the fee too.
 */
export function cameBack(recorded: SentTransfer["status"]): TransferResult {
  return recorded === "succeeded" || recorded === "reversed"
    ? { kind: "reversed" }
    : failed("The destination bank did not take the money.");
}

export const unknownTransferStatus = {
  kind: "unknown",
  reason: "a status that no document names",
  forOperator: "TRANSFER_STATUS_UNKNOWN",
} as const satisfies TransferResult;
