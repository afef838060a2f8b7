import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "the preferred gateway is down; payouts go through the second",
  told: { alert: "PaymentsProviderDown" },
  isAlone: true,
  async play({ paystack, payOut }) {
    paystack.proxy.mode("refuse");
    await payOut();
    return () => paystack.proxy.mode("pass");
  },
};
