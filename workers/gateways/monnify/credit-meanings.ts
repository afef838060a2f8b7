import type { CreditMeaning } from "../credit-result.ts";

/**
 * What each `paymentStatus` means. PAID, PARTIALLY_PAID and PENDING are in Monnify's current documentation, the others
 * in earlier versions and in its client libraries.
 */
export const meanings: ReadonlyMap<string, CreditMeaning> = new Map([
  ["PAID", "received"],
  ["OVERPAID", "received"],
  ["PARTIALLY_PAID", "received"],
  ["PENDING", "pending"],
  ["FAILED", "no_money"],
  ["EXPIRED", "no_money"],
  ["CANCELLED", "no_money"],
  ["ABANDONED", "no_money"],
  ["REVERSED", "taken_back"],
]);
