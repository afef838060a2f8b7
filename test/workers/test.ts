import { pino } from "pino";
import type { Logger } from "pino";
import { readConfig } from "../../workers/config.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { test as base } from "../helpers/test.ts";
import { testEncryptionKey } from "./start-worker-process.ts";

const silent: Logger = pino({ level: "silent" });

/** Adds running workers, in this process, on the test's own database. */
export const test = base.extend<{ workers: undefined }>({
  workers: async ({ databaseUrl }, use) => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      WORKER_CONCURRENCY: "4",
      WEBHOOK_CONCURRENCY: "4",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    });
    const workers = await startWorkers(config, silent, (reason, error) => {
      throw new Error(`workers ended: ${reason}`, { cause: error });
    });
    await use(undefined);
    await workers.stop();
  },
});
