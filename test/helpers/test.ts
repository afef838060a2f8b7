import { inject, test as base } from "vitest";
import { createDatabase, type Database } from "../../sql/database.ts";
import { cloneDatabase } from "./clone-database.ts";
import { startTestWorkers } from "./start-test-workers.ts";

type Fixtures = {
  /** URL of a migrated database that only this test uses. */
  databaseUrl: string;
  /** A pool on that database. */
  database: Database;
  /** URL of a migrated database that all tests of this file share: they must not mind each other's rows. */
  fileDatabaseUrl: string;
  /** A pool on the file's database. */
  fileDatabase: Database;
  /** Running workers, in this process, on the test's own database. */
  workers: undefined;
  /** URL of a Redis that other test files use too: prefix your keys. Skips the test where there is none. */
  redisUrl: string;
};

/** vitest's `test` with what ours need; each is made when a test names it, and removed after it. */
export const test = base.extend<Fixtures>({
  databaseUrl: async ({ task: _task }, use) => {
    const { url, drop } = await cloneDatabase();
    await use(url);
    await drop();
  },
  database: async ({ databaseUrl }, use) => usePool(databaseUrl, use),
  fileDatabaseUrl: [
    async ({}, use) => {
      const { url, drop } = await cloneDatabase();
      await use(url);
      await drop();
    },
    { scope: "file" },
  ],
  fileDatabase: [async ({ fileDatabaseUrl }, use) => usePool(fileDatabaseUrl, use), { scope: "file" }],
  workers: async ({ databaseUrl }, use) => {
    await using _workers = await startTestWorkers(databaseUrl);
    await use(undefined);
  },
  redisUrl: async ({ skip }, use) => {
    const url = inject("redisUrl");
    if (url === undefined) return skip("needs REDIS_URL or a redis-server on PATH");
    await use(url);
  },
});

async function usePool(url: string, use: (database: Database) => Promise<void>): Promise<void> {
  const database = await createDatabase({ url, maxPoolSize: 10, applicationName: "test" });
  await use(database);
  await database.end();
}
