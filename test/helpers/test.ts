import type { Browser, BrowserContext } from "playwright-core";
import { inject, test as base } from "vitest";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { cloneDatabase } from "./database/clone-database.ts";
import { createMerchant, type Merchant } from "./create-member.ts";
import type { TestIngress } from "./platform/start-test-ingress.ts";

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
  /** Running workers, in this process, on the file's database: they do the jobs of every test of the file. */
  fileWorkers: undefined;
  /** An ingress on the test's own database. */
  ingress: TestIngress;
  /** An ingress on the file's database. */
  fileIngress: TestIngress;
  /** One Chromium for all files that a process of vitest's runs. */
  browser: Browser;
  /** A browser profile of the test's own. */
  context: BrowserContext;
  /** A merchant with a test key; name `workers` too where something is to be provisioned or paid. */
  merchant: Merchant;
  /** The same in the file's database, for this test alone. */
  fileMerchant: Merchant;
  /** URL of a Redis that other test files use too: prefix your keys. Skips the test where there is none. */
  redisUrl: string;
};

/**
 * vitest's `test` with what ours need. Each fixture is made when a test names it, and removed after the test or file.
 * Large parts of the service are imported only by the fixture that runs them, since every file imports this one.
 */
export const test = base.extend<Fixtures>({
  databaseUrl: async ({ task: _task }, use) => useClone(use),
  database: async ({ databaseUrl }, use) => usePool(databaseUrl, use),
  fileDatabaseUrl: [async ({}, use) => useClone(use), { scope: "file" }],
  fileDatabase: [async ({ fileDatabaseUrl }, use) => usePool(fileDatabaseUrl, use), { scope: "file" }],
  workers: async ({ databaseUrl }, use) => useWorkers(databaseUrl, use),
  fileWorkers: [async ({ fileDatabaseUrl }, use) => useWorkers(fileDatabaseUrl, use), { scope: "file" }],
  ingress: async ({ databaseUrl }, use) => useIngress(databaseUrl, use),
  fileIngress: [async ({ fileDatabaseUrl }, use) => useIngress(fileDatabaseUrl, use), { scope: "file" }],
  browser: [
    async ({}, use) => {
      const { launchChromium } = await import("./browser/launch-chromium.ts");
      await using browser = await launchChromium(inject("chromium"));
      await use(browser);
    },
    { scope: "worker" },
  ],
  context: async ({ browser }, use) => {
    const context = await browser.newContext();
    // Shorter than a test's limit, so that the error names what was waited for.
    context.setDefaultTimeout(60_000);
    await use(context);
    await context.close();
  },
  merchant: async ({ database }, use) => use(await createMerchant(database)),
  fileMerchant: async ({ fileDatabase }, use) => use(await createMerchant(fileDatabase)),
  redisUrl: async ({ skip }, use) => {
    const url = inject("redisUrl");
    if (url === undefined) return skip("needs REDIS_URL or a redis-server on PATH");
    await use(url);
  },
});

async function useClone(use: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await cloneDatabase();
  await use(url);
  await drop();
}

async function usePool(url: string, use: (database: Database) => Promise<void>): Promise<void> {
  // Limits for what hangs: a test that fills a table on a busy machine may take its time.
  const limits = { waitMs: 30_000, statementMs: 60_000 };
  const database = await createDatabase({ url, maxPoolSize: 10, applicationName: "test", ...limits });
  await use(database);
  await database.end();
}

async function useWorkers(databaseUrl: string, use: (value: undefined) => Promise<void>): Promise<void> {
  const { startTestWorkers } = await import("./platform/start-test-workers.ts");
  await using _workers = await startTestWorkers(databaseUrl);
  await use(undefined);
}

async function useIngress(databaseUrl: string, use: (ingress: TestIngress) => Promise<void>): Promise<void> {
  const { startTestIngress } = await import("./platform/start-test-ingress.ts");
  await using ingress = await startTestIngress(databaseUrl);
  await use(ingress);
}
