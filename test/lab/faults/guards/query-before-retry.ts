import type { Guard } from "../run.ts";

/** Nothing is sent again before the bank has reported that it does not know it: a missing response proves nothing. */
export const guard: Guard = {
  name: "the question before a retry",
  edits: [
    {
      file: "workers/payouts/confirm-payout.ts",
      from: 'if (result.kind === "not_found") return actOnNotFound',
      to: 'if (result.kind === "not_found" || result.kind === "unknown") return actOnNotFound',
    },
  ],
  shownBy: ["SENT_AGAIN"],
  options: {
    "--loads": "payouts",
    "--only": "pause an ingress process",
    "--lanes": "1",
    "--gap": "5",
    "--bank-misbehaves": "3",
  },
};
