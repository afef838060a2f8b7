import type { Guard } from "../run.ts";

/** A payout's outcome is reported: its event is written with it. Here one of twenty is lost in between. */
export const guard: Guard = {
  name: "the event in the transaction",
  edits: [
    {
      file: "sql/payouts/finish_payouts.sql",
      from: "from unnest(ended) p\n",
      to: "from unnest(ended) p where random() > 0.05\n",
    },
  ],
  shownBy: ["EVENT_LOST"],
  options: { "--minutes": "0.5" },
};
