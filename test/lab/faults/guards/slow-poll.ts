import type { Guard } from "../run.ts";

/**
 * Workers whose notifications are lost find jobs all the same: they look from time to time. Whoever is notified of a
 * later job finds the earlier ones too, and heartbeats wake the queue of live money every two seconds. So it is seen at
 * a test payout that nothing follows.
 */
export const guard: Guard = {
  name: "the slow poll",
  edits: [
    { file: "workers/queue/start-runner.ts", from: "pollInterval: 2_000,", to: "pollInterval: 3_600_000," },
  ],
  shownBy: ["WORK_NOT_FOUND"],
  options: { "--loads": "payouts", "--minutes": "0.2" },
};
