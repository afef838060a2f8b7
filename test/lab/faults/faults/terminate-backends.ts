import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "terminate half of PostgreSQL's sessions",
  weight: 2,
  async play({ ownerUrl }) {
    const ended = await runSql(
      ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() and random() < 0.5`,
    );
    return `${ended.length} sessions`;
  },
};
