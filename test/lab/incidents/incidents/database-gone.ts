import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "PostgreSQL cannot be reached",
  told: { alert: "PaymentsDatabaseDown" },
  isAlone: true,
  async play({ platform }) {
    const proxies = [...platform.ingresses, ...platform.workers].map(({ database }) => database);
    for (const proxy of proxies) proxy.mode("refuse");
    return () => proxies.forEach((proxy) => proxy.mode("pass"));
  },
};
