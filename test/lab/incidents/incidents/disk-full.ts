import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "PostgreSQL's disk is full",
  told: { alert: "PaymentsNotReady" },
  isAlone: true,
  async play({ platform: { postgres }, holdMs }) {
    if (postgres.diskIsFixed !== undefined) throw new Error(postgres.diskIsFixed);
    const filled = postgres.fillDisk(holdMs);
    filled.catch(() => {});
    return () => filled;
  },
};
