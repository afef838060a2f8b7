import { runSql } from "../../../helpers/database/run-sql.ts";
import { queueSchemas } from "../queue-schemas.ts";
import { coded, type Check } from "../run.ts";

export const check: Check = {
  name: "no job is locked by a worker that is gone, and none has failed for good",
  find: async ({ platform: { ownerUrl } }) => {
    const schemas = await queueSchemas(ownerUrl);
    const jobs = schemas
      .map(
        (schema) =>
          `select '${schema}' as queue, locked_by, attempts, max_attempts from "${schema}"._private_jobs`,
      )
      .join(" union all ");
    const rows = await runSql<{ queue: string; locked: string; failed: string }>(
      ownerUrl,
      `select queue,
        count(*) filter (where locked_by is not null and not exists (
          select from worker_processes w
          where locked_by = w.id::text and w.heartbeat_at > clock_timestamp() - interval '10 seconds'
        )) as locked,
        count(*) filter (where locked_by is null and attempts >= max_attempts) as failed
      from (${jobs}) jobs group by queue`,
    );
    return rows.flatMap(({ queue, locked, failed }) => [
      ...(locked === "0"
        ? []
        : [coded("JOBS_LOCKED", `${locked} jobs of ${queue} are locked by workers that are gone`)]),
      ...(failed === "0" ? [] : [`${failed} jobs of ${queue} have failed for good`]),
    ]);
  },
};
