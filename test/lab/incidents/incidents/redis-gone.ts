import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "Redis cannot be reached",
  told: { alert: "PaymentsRedisSlow" },
  async play({ platform: { redis } }) {
    redis.proxy!.mode("refuse");
    return () => redis.proxy!.mode("pass");
  },
};
