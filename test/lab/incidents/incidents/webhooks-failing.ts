import { findFreePort } from "../../../../scripts/postgres/find-free-port.ts";
import { setEndpoint } from "../../../helpers/records.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "no webhook reaches anybody: the way out is broken",
  told: { alert: "PaymentsWebhooksFailing" },
  isAlone: true,
  async play({ platform, database }) {
    const tenants = platform.merchants.map(({ live }) => live);
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    for (const tenant of tenants) await setEndpoint(database, tenant, nowhere);
    return async () => {
      for (const tenant of tenants) {
        const { receivers } = platform;
        const url = receivers.urlOf(`${tenant.merchantId}-live`);
        receivers.setSecret(`${tenant.merchantId}-live`, await setEndpoint(database, tenant, url));
      }
    };
  },
};
