import { randomBytes } from "node:crypto";
import { keepStartingWith } from "../keep.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "workers restart with another SERVICE_ENCRYPTION_KEY",
  told: { alert: "PaymentsNoWorker" },
  isAlone: true,
  play: async ({ platform }) =>
    keepStartingWith(platform.workers, { SERVICE_ENCRYPTION_KEY: randomBytes(32).toString("base64") }),
};
