import type { Guard } from "../run.ts";

/** A payout's outcome is reported: its event is written with it. Here one of twenty is lost in between. */
export const guard: Guard = {
  name: "the event in the transaction",
  edits: [
    {
      file: "sql/payouts/finish_payouts.sql",
      from: "select payout_event(p) from unnest(ended) p)",
      to: "select payout_event(p) from unnest(ended) p where random() > 0.05)",
    },
  ],
  shownBy: ["EVENT_LOST"],
  options: { "--minutes": "0.5" },
};
