import type { Guard } from "../run.ts";

/**
 * What was received is refunded once, however many requests there are at the same time: accept_refund() compares under
 * the lock of the collection, and the table's check refuses more. Both are broken.
 */
export const guard: Guard = {
  name: "what is left to refund",
  edits: [
    {
      file: "sql/refunds/accept_refund.sql",
      from: "when sent > remaining or remaining = 0 then 'exceeds_received'",
      to: "when false then 'exceeds_received'",
    },
    {
      file: "sql/refunds/accept_refund.sql",
      from: "sent := coalesce(p_amount, remaining);",
      to: "sent := coalesce(p_amount, collection.amount_received);",
    },
    {
      file: "sql/migrations/0007_collections.sql",
      from: "check (amount_refunded <= amount_received)",
      to: "check (true)",
    },
  ],
  shownBy: ["REFUNDED_TWICE"],
  options: { "--loads": "refunds", "--minutes": "0.3", "--rate": "10" },
};
