import type { Guard } from "../run.ts";

/**
 * A worker that was paused writes no result of the past: others have asked the bank since, and know better. Here it
 * says that a payout succeeded which the bank has reversed meanwhile, so that a person would have to decide.
 */
export const guard: Guard = {
  name: "the fence",
  edits: [
    {
      file: "sql/payouts/finish_payouts.sql",
      from: "when p.fence <> e.fence or e.turn > 1 then 'stale'",
      to: "when false then 'stale'",
    },
  ],
  shownBy: ["REVERSAL_CONTRADICTED"],
  options: {
    "--only": "pause a worker process at its worst moment",
    "--points": "payout.sent",
    "--loads": "reversed payouts",
    "--rate": "50",
    "--lanes": "3",
    "--workers": "4",
    "--minutes": "3",
  },
};
