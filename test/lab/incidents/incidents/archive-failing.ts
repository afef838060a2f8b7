import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Incident } from "../incident.ts";

export const incident: Incident = {
  what: "what PostgreSQL writes does not reach the backups",
  told: { alert: "PaymentsArchiveFailing" },
  async play({ platform: { ownerUrl } }) {
    const set = async (command: string) => {
      await runSql(ownerUrl, `alter system set archive_command = '${command}'`);
      await runSql(ownerUrl, "select pg_reload_conf()");
    };
    await set("false");
    return () => set("true");
  },
};
