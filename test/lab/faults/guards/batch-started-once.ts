import type { Guard } from "../run.ts";

/** Of two starts of a batch at once, one counts: what is under way is not ready, and only failed items go again. */
export const guard: Guard = {
  name: "one start of a batch",
  edits: [
    {
      file: "sql/payout-batches/start_payout_batch.sql",
      from: "when started.status <> case when p_retries then 'completed' else 'ready' end then 'wrong_state'",
      to: "when false then 'wrong_state'",
    },
    {
      file: "sql/payout-batches/start_payout_batch.sql",
      from: "  if p_retries then",
      to: "  if true then",
    },
    {
      file: "sql/payout-batches/start_payout_batch.sql",
      from: "and p.id = i.payout_id and p.status = 'failed';",
      to: "and p.id = i.payout_id;",
    },
  ],
  shownBy: ["SENT_AGAIN"],
  options: { "--loads": "payout batches", "--minutes": "0.5", "--rate": "20" },
};
