import type { Guard } from "../run.ts";

/**
 * An attempt of an item is one payout, however often a slice is made: slices take items that wait, and the payout's
 * reference and the table's index are of batch, place and attempt. All are broken.
 */
export const guard: Guard = {
  name: "one payout an item",
  edits: [
    {
      file: "sql/payout-batches/pay_batch_slice.sql",
      from: "where i.batch_id = p_batch.id and i.status = 'waiting'",
      to: "where i.batch_id = p_batch.id and i.status in ('waiting', 'created')",
    },
    {
      file: "sql/payout-batches/pay_batch_slice.sql",
      from: "payout_reference(m.reference, 'batch', concat_ws(' ', p_batch.reference, i.place, i.attempt))",
      to: "new_reference('pyt')",
    },
    {
      file: "sql/migrations/0009_payouts.sql",
      from: "create unique index payouts_by_batch on",
      to: "create index payouts_by_batch on",
    },
  ],
  shownBy: ["SENT_AGAIN"],
  options: { "--loads": "payout batches", "--minutes": "0.5", "--rate": "20" },
};
