import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "a gateway holds less than its minimum",
  told: { alert: "PaymentsFloatLow" },
  async play({ platform: { ownerUrl } }) {
    const set = (minimum: string) =>
      runSql(
        ownerUrl,
        `select set_float_minimum('http', 'NGN', ${minimum}, row('incidents', null, null, 'played', null)::acting)`,
      );
    await set("1000000000000");
    return () => set("null");
  },
};
