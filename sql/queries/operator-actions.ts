import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

/** Who takes an operator's action, and why, for the log; without a name the database's user stands there. */
export type OperatorNote = { operator?: string | undefined; reason?: string | undefined };

/** The last two parameters of every SQL function that carries out an operator's action. */
export function noteOf({ operator, reason }: OperatorNote) {
  return sql.fragment`${operator ?? null}, ${reason ?? null}`;
}

const facts = z.record(z.string(), z.unknown()).nullable();
const action = z.object({
  id: z.int(),
  at: z.string(),
  operator: z.string(),
  databaseUser: z.string(),
  action: z.string(),
  target: z.string(),
  before: facts,
  after: facts,
  reason: z.string().nullable(),
});
export type OperatorAction = z.output<typeof action>;

/** A page of what operators did, newest first: before the action `before`, to `target` alone, where they are given. */
export async function listOperatorActions(
  connection: Connection,
  page: { limit: number; before?: number | undefined; target?: string | undefined },
): Promise<readonly OperatorAction[]> {
  return connection.any(sql.type(action)`
    select id::float8 as id, iso_timestamp(done_at) as at, operator, database_user as "databaseUser", action, target,
      before, after, reason
    from operator_actions
    where (${page.before ?? null}::bigint is null or id < ${page.before ?? null}::bigint)
      and (${page.target ?? null}::text is null or target = ${page.target ?? null}::text)
    order by id desc limit ${page.limit}`);
}
