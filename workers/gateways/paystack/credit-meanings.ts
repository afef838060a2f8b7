import type { CreditMeaning } from "../credit-result.ts";

/** What each status of a transaction at Paystack means. */
export const meanings: ReadonlyMap<string, CreditMeaning> = new Map([
  ["success", "received"],
  // Nobody has paid it yet: it can still be paid.
  ["abandoned", "pending"],
  ["ongoing", "pending"],
  ["pending", "pending"],
  ["processing", "pending"],
  ["queued", "pending"],
  ["failed", "no_money"],
  ["reversed", "taken_back"],
]);

/** How money comes to an account for one payment, and to a dedicated one. */
export const transfers: ReadonlySet<string> = new Set(["bank_transfer", "dedicated_nuban"]);
