import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "a bank's statement does not arrive",
  told: { page: "docs/reconciliation.md#alerts" },
  async play({ payOut }) {
    await payOut();
    return () => {};
  },
};
