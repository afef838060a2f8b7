/**
 * Why a gateway did not send a transfer, although nothing is wrong with it: our money at the provider does not cover
 * it, the provider does not reach the bank, or cannot be reached itself.
 */
export const notSentReasons = ["no_float", "bank_unreachable", "unavailable"] as const;
export type NotSentReason = (typeof notSentReasons)[number];
