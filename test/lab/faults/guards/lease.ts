import type { Guard } from "../run.ts";

/** Other workers get a dead worker's jobs. */
export const guard: Guard = {
  name: "the lease",
  edits: [
    {
      file: "sql/queue/workers/record_heartbeat.sql",
      from: "lease constant interval := '3 seconds';",
      to: "lease constant interval := '1 hour';",
    },
  ],
  shownBy: ["JOBS_LOCKED"],
  options: {
    "--only": "kill a worker process at its worst moment",
    "--points": "job.locked,payout.sent",
    "--patience": "20",
  },
};
