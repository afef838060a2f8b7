import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Check } from "../run.ts";

export const check: Check = {
  name: "the ledger's proof",
  find: async ({ platform }) => {
    const rows = await runSql(platform.ownerUrl, "select * from ledger_discrepancies");
    return rows.map((row) => `ledger: ${JSON.stringify(row)}`);
  },
};
