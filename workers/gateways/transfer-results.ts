import { CONFIRM_AGAIN_AFTER_MS, type Failed, type SentTransfer, type TransferResult } from "./gateway.ts";

/** The bank may still return the money, so it is polled once more: see CONFIRM_AGAIN_AFTER_MS. */
export const succeeded = {
  kind: "succeeded",
  confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS,
} as const satisfies TransferResult;

/** The provider says that it failed, and may pay it all the same: so it is polled once more. */
export function failed(message = "The transfer wasn't completed."): Failed {
  return { kind: "failed", code: "TRANSFER_FAILED", message, confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS };
}

/** It failed because our balance there did not cover it, which is not the transfer's fault. */
export function failedWithoutFloat(): Failed {
  return { ...failed(), notSent: "no_float", reason: "no float", forOperator: "TRANSFER_REFUSED" };
}

/**
 * The bank refused or returned the money: the provider has it again. If the transfer never succeeded on our record
 * (`recorded`), that is a failure, which returns the fee too.
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
