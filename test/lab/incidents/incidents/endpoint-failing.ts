import { findFreePort } from "../../../../scripts/postgres/find-free-port.ts";
import { setEndpoint } from "../../../helpers/records.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "one merchant's webhook endpoint fails",
  told: { page: "docs/operating/incidents.md#paymentswebhooksfailing" },
  async play({ platform, database, payOut }) {
    await setEndpoint(database, platform.merchants[1]!.live, `http://127.0.0.1:${await findFreePort()}`);
    await payOut();
    return () => {};
  },
};
