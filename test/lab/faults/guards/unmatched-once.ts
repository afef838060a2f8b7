import type { Guard } from "../run.ts";

/**
 * An unmatched credit goes into the balance or back to its payer, once: check_acceptance() and return_credit() compare
 * its status under its lock, and follow_return() refuses a return of one that went another way. All are broken.
 */
export const guard: Guard = {
  name: "the one way of a credit",
  edits: [
    {
      file: "sql/collections/credits/check_acceptance.sql",
      from: "when not waits_unmatched(waiting) then 'not_waiting'",
      to: "when false then 'not_waiting'",
    },
    {
      file: "sql/refunds/return_credit.sql",
      from: "when not waits_unmatched(waiting) then 'not_waiting'",
      to: "when false then 'not_waiting'",
    },
    {
      file: "sql/refunds/follow_return.sql",
      from: "elsif credit.status <> earlier then",
      to: "elsif false then",
    },
  ],
  shownBy: ["WENT_TWO_WAYS"],
  options: { "--loads": "unmatched credits", "--minutes": "0.3", "--rate": "20" },
};
