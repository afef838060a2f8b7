import type { UnmatchedPayment } from "../api/types.ts";

/** Why a payment matched no open collection. */
export const unmatchedReasons: Record<UnmatchedPayment["reason"], string> = {
  late: "It arrived more than 24 hours after expiry.",
  wrong_amount: "The amount didn’t match.",
  link_paid: "The single-use link was already paid.",
  closed: "The collection was already paid.",
};
