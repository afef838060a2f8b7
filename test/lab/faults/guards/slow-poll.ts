import type { Guard } from "../run.ts";

/**
 * Workers find jobs even if notifications are lost: they poll. A notification of a later job reveals earlier ones too,
 * and heartbeats wake the live queue every two seconds. So a test payout with no later one shows it.
 */
export const guard: Guard = {
  name: "the slow poll",
  edits: [
    { file: "workers/queue/start-runner.ts", from: "pollInterval: 2_000,", to: "pollInterval: 3_600_000," },
  ],
  shownBy: ["WORK_NOT_FOUND"],
  options: { "--loads": "payouts", "--minutes": "0.2" },
};
