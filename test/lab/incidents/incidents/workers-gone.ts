import { keepDead } from "../keep.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "every worker process is dead, and does not come back",
  told: { alert: "PaymentsNoWorker" },
  isAlone: true,
  play: async ({ platform }) => keepDead(platform.workers),
};
