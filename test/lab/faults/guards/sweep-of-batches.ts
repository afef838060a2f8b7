import type { Guard } from "../run.ts";

/** Whoever started a batch may die: the sweep makes payouts of the items that are left. */
export const guard: Guard = {
  name: "the sweep of batches",
  edits: [
    {
      file: "workers/schedule.ts",
      from: "const slice = await workOnPayoutBatches(database, { environment, failed });",
      to: "const slice = { handled: 0, failed };",
    },
  ],
  shownBy: ["NEVER_SENT"],
  options: { "--loads": "payout batches", "--minutes": "0.5", "--rate": "20" },
};
