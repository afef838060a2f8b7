import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "one step of the sweep fails, as after a bad release",
  told: { alert: "PaymentsSweepFailing" },
  async play({ platform: { ownerUrl } }) {
    const rename = (from: string, to: string) => runSql(ownerUrl, `alter function ${from} rename to ${to}`);
    await rename("expire_approvals", "expire_approvals_gone");
    return () => rename("expire_approvals_gone", "expire_approvals");
  },
};
