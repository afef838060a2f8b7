import type { Guard } from "../run.ts";

/**
 * Workers find jobs even if notifications are lost: the lease tells which are due. A notification of a later job
 * reveals earlier ones too, and the live queue is woken for heartbeats. So a test payout with no later one shows it.
 */
export const guard: Guard = {
  name: "the slow poll",
  edits: [
    {
      file: "workers/start-workers.ts",
      from: "due.forEach((queue) => runners.get(queue)?.wake())",
      to: "due.forEach((queue) => queue === HEARTBEAT_QUEUE && runners.get(queue)?.wake())",
    },
  ],
  shownBy: ["WORK_NOT_FOUND"],
  options: { "--loads": "payouts", "--minutes": "0.2" },
};
