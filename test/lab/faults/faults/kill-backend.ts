import { runSql } from "../../../helpers/database/run-sql.ts";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "kill one of PostgreSQL's processes",
  weight: 1,
  async play({ ownerUrl }) {
    const [backend] = await runSql<{ pid: number }>(
      ownerUrl,
      `select pid from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`,
    );
    if (backend === undefined) return "there was none";
    process.kill(backend.pid, "SIGKILL");
    return `one of ${backend.pid}`;
  },
};
