import type { Incident } from "../incident.ts";

/** Longer than workers wait for a response. */
const LATE_MS = 60_000;

export const incident: Incident = {
  what: "the preferred gateway responds later than workers wait",
  told: { alert: "PaymentsProviderDown" },
  isAlone: true,
  async play({ paystack }) {
    paystack.proxy.delay(LATE_MS);
    return () => {
      paystack.proxy.delay(0);
      paystack.proxy.cutAll();
    };
  },
};
