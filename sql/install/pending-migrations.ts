import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { listSqlFiles } from "./sql-files.ts";
import { sql } from "../process/sql-tag.ts";

/**
 * The names of this version's files that the database has never seen.
 *
 * Files that a newer version added or changed do not count, nor does a function that this version changed: during a
 * deploy processes of both versions are ready, and may start again.
 */
export async function pendingMigrations(connection: Connection): Promise<string[]> {
  const tracked = await connection.oneFirst(
    sql.type(z.object({ tracked: z.boolean() }))`
      select to_regclass('public.applied_files') is not null as tracked`,
  );
  const applied = new Set(
    tracked
      ? await connection.anyFirst(sql.type(z.object({ name: z.string() }))`select name from applied_files`)
      : [],
  );
  const names = [...(await listSqlFiles("migrations")), ...(await listSqlFiles("functions"))];
  return names.filter((name) => !applied.has(name));
}
