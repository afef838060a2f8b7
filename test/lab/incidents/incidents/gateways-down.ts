import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "both gateways are down",
  told: { alert: "PaymentsProviderShutOut" },
  isAlone: true,
  async play({ platform, paystack }) {
    const proxies = [paystack.proxy, platform.bankProxy];
    for (const proxy of proxies) proxy.mode("refuse");
    return () => proxies.forEach((proxy) => proxy.mode("pass"));
  },
};
