import { keepDead } from "../keep.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "every process is gone",
  told: { alert: "PaymentsNotMeasured" },
  isAlone: true,
  play: async ({ platform }) => keepDead([...platform.ingresses, ...platform.workers]),
};
