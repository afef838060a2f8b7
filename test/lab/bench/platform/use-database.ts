import { createDatabase, type Database } from "../../../../sql/process/database.ts";
import type { Databases, LabDatabase } from "../../platform/open-databases.ts";

/** Statements that fill a database take longer than any of the service's. */
const STATEMENT_MS = 600_000;

/** Runs a benchmark on a new migrated database, with a pool of `connections` on it. */
export async function useDatabase<Result>(
  databases: Databases,
  connections: number,
  use: (database: Database, urls: LabDatabase) => Promise<Result>,
): Promise<Result> {
  const urls = await databases.create();
  const database = await createDatabase({
    url: urls.ownerUrl,
    maxPoolSize: connections,
    applicationName: "bench",
    statementMs: STATEMENT_MS,
  });
  try {
    return await use(database, urls);
  } finally {
    await database.end();
  }
}
