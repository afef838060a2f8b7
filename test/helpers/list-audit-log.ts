import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";

const facts = z.record(z.string(), z.unknown()).nullable();
const entry = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.string(),
  databaseUser: z.string(),
  action: z.string(),
  target: z.string(),
  before: facts,
  after: facts,
  reason: z.string().nullable(),
});
export type AuditEntry = z.output<typeof entry>;

/** A page of the audit log, newest first: before the entry `before`, about `target` alone, where they are given. */
export async function listAuditLog(
  connection: Connection,
  page: { limit: number; before?: number | undefined; target?: string | undefined },
): Promise<readonly AuditEntry[]> {
  return connection.any(sql.type(entry)`
    select id::float8 as id, iso_timestamp(done_at) as at, actor, database_user as "databaseUser", action, target,
      before, after, reason
    from audit_log
    where (${page.before ?? null}::bigint is null or id < ${page.before ?? null}::bigint)
      and (${page.target ?? null}::text is null or target = ${page.target ?? null}::text)
    order by id desc limit ${page.limit}`);
}
