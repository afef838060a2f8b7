import type { Guard } from "../run.ts";

/**
 * A paused worker cannot write an outdated result: others have polled the bank since. Here it records a success that
 * the bank has reversed meanwhile, which would need a person.
 */
export const guard: Guard = {
  name: "the fence",
  edits: [
    {
      file: "sql/payouts/finish_payouts.sql",
      from: "when is_old then 'stale'",
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
