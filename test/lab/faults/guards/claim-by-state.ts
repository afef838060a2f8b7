import type { Guard } from "../run.ts";

/** A started payout is not started again: a second run of its job leaves it to the polls of the bank. */
export const guard: Guard = {
  name: "the claim by state",
  edits: [
    {
      file: "sql/payouts/claim_payouts.sql",
      from: "where q.id = any (free) and q.status = 'pending'",
      to: "where q.id = any (free) and q.status in ('pending', 'processing')",
    },
  ],
  shownBy: ["SENT_AGAIN"],
  options: { "--only": "kill a worker process at its worst moment", "--points": "payout.sent" },
};
