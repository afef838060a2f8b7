import type { Guard } from "../run.ts";

/**
 * Nobody can overspend. Two things prevent it, each of which covers the other: accept_payouts() refuses what the
 * balance does not cover, and the tables' checks refuse a negative balance. Both are broken.
 */
export const guard: Guard = {
  name: "the balance check",
  edits: [
    {
      file: "sql/payouts/accept_payouts.sql",
      from: "when left_over < 0 then 'insufficient_balance'",
      to: "when false then 'insufficient_balance'",
    },
    {
      file: "sql/migrations/0004_ledger.sql",
      from: "constraint merchant_balance_is_not_negative check (balance >= 0)",
      to: "constraint merchant_balance_is_not_negative check (true)",
    },
    {
      file: "sql/migrations/0004_ledger.sql",
      from: "constraint ledger_entry_balance_is_not_negative check (balance_after >= 0)",
      to: "constraint ledger_entry_balance_is_not_negative check (true)",
    },
  ],
  shownBy: ["OVERDRAWN"],
  options: { "--minutes": "0.5" },
};
