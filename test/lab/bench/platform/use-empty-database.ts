import { randomBytes } from "node:crypto";
import { z } from "zod";
import { createDatabase, type Database } from "../../../../sql/process/database.ts";
import { migrate } from "../../../../sql/install/migrate.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";

/** Statements that fill a database take longer than any of the service's. */
const STATEMENT_MS = 600_000;

/** Runs a benchmark on a migrated database of its own, with a pool of `connections` on it. */
export async function useEmptyDatabase<Result>(
  serverUrl: string,
  connections: number,
  use: (database: Database, url: string) => Promise<Result>,
): Promise<Result> {
  const name = `bench_${randomBytes(4).toString("hex")}`;
  const server = await createDatabase({ url: serverUrl, maxPoolSize: 1, applicationName: "bench" });
  await server.query(sql.type(z.object({}))`create database ${sql.identifier([name])}`);
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  await migrate(url.href);
  const database = await createDatabase({
    ...{ url: url.href, maxPoolSize: connections, applicationName: "bench", statementMs: STATEMENT_MS },
  });
  try {
    return await use(database, url.href);
  } finally {
    await database.end();
  }
}
