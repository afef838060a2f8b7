import type { Guard } from "../run.ts";

/**
 * Callers get their result even if its notification is lost: the ingress polls every second. Without that they wait
 * until their time is up.
 */
export const guard: Guard = {
  name: "the slow poll of results",
  edits: [
    {
      file: "ingress/results/wait-for-result.ts",
      from: "const POLL_MS = 1_000;",
      to: "const POLL_MS = 3_600_000;",
    },
  ],
  shownBy: ["RESULT_NOT_FOUND"],
  options: { "--loads": "payouts", "--minutes": "0.2" },
};
