import type { Payout } from "../api/types.ts";

export const purposeNames: Record<Payout["purpose"], string> = {
  salary: "Salary",
  supplier: "Supplier",
  refund: "Refund",
  settlement: "Settlement",
  own_account: "Own account",
  other: "Other",
};

/** The choices of a payout's purpose, as a select takes them. */
export const purposes = Object.entries(purposeNames) as [Payout["purpose"], string][];

/** Those that payouts can be listed by. */
export const namedPurposes = purposes.filter(([purpose]) => purpose !== "other");
