/**
 * Why a gateway did not send a valid transfer: our balance at the provider is too low, or the provider does not reach
 * the bank, or is unreachable itself.
 */
export const notSentReasons = ["no_float", "bank_unreachable", "unavailable"] as const;
export type NotSentReason = (typeof notSentReasons)[number];
