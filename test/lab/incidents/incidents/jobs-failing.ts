import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "each job that sends a payout fails, as after a bad release",
  told: { alert: "PaymentsJobsFailing" },
  isAlone: true,
  async play({ platform: { ownerUrl } }) {
    const rename = (from: string, to: string) => runSql(ownerUrl, `alter function ${from} rename to ${to}`);
    await rename("claim_payouts", "claim_payouts_gone");
    return () => rename("claim_payouts_gone", "claim_payouts");
  },
};
