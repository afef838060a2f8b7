import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "backups fail: the last one is older than a day",
  told: { alert: "PaymentsBackupOld" },
  async play({ platform: { ownerUrl } }) {
    await runSql(ownerUrl, "select note_backup()");
    await runSql(ownerUrl, "update backups set finished_at = now() - interval '27 hours'");
    return () => runSql(ownerUrl, "select note_backup()");
  },
};
