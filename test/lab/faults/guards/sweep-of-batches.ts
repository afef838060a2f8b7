import type { Guard } from "../run.ts";

/** Whoever started a batch may die: the sweep makes payouts of the items that are left. */
export const guard: Guard = {
  name: "the sweep of batches",
  edits: [
    {
      file: "sql/queue/reconcile.sql",
      from: "perform work_on_payout_batches(p_environment, 10);",
      to: "",
    },
  ],
  shownBy: ["NEVER_SENT"],
  options: { "--loads": "payout batches", "--minutes": "0.5", "--rate": "20" },
};
