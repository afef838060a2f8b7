import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "somebody with the owner's rights changes a balance, and the books are checked",
  told: { alert: "PaymentsLedgerWrong" },
  async play({ platform: { ownerUrl } }) {
    const change = async (by: string) => {
      await runSql(ownerUrl, `update ledger_accounts set balance = balance ${by} where kind = 'available'`);
      await runSql(ownerUrl, "select prove_ledger(row('incidents', null, null, 'played', null)::acting)");
    };
    await change("+ 1");
    return () => change("- 1");
  },
};
