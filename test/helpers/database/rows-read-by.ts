import { z } from "zod";
import type { Connection, Database } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";

const noRow = sql.type(z.object({}));

/** How many rows of tables a function reads, by an index or not. */
export const rowsReadBy = (database: Database, call: ReturnType<typeof sql.fragment>) =>
  rowsReadWhile(database, (connection) => connection.query(noRow`select from ${call}`));

/** How many rows of tables are read by what `work` does with the connection. */
export async function rowsReadWhile(
  database: Database,
  work: (connection: Connection) => Promise<unknown>,
): Promise<number> {
  const read = sql.type(z.object({ n: z.number() }))`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables`;
  return database.transaction(async (transaction) => {
    const before = await transaction.oneFirst(read);
    await work(transaction);
    return (await transaction.oneFirst(read)) - before;
  });
}
