import { randomBytes } from "node:crypto";
import { z } from "zod";
import { openRoles } from "../../../../scripts/postgres/open-roles.ts";
import { createDatabase, type Database } from "../../../../sql/process/database.ts";
import { migrate } from "../../../../sql/install/migrate.ts";
import { createApiKey } from "../../../../sql/keys/api-keys.ts";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../../../helpers/encryption-key.ts";
import {
  type IngressProcess,
  startIngressProcess,
  startWorkerProcess,
  type WorkerProcess,
} from "../../../helpers/platform/start-process.ts";
import { serveLoad } from "../load/run-load.ts";
import { createRichMerchant } from "./create-rich-merchant.ts";
import { vacuum } from "./vacuum.ts";

const MERCHANTS = 200;
/** Statements that fill a database take longer than any of the service's. */
const STATEMENT_MS = 600_000;

export type Platform = {
  /** As the owner. */
  databaseUrl: string;
  database: Database;
  merchants: readonly Tenant[];
  /** A live key of each merchant. */
  keys: readonly string[];
  /** The first `count` ingress processes, kept running. */
  ingresses(count: number): Promise<IngressProcess[]>;
  /** Worker processes that take jobs, until they are disposed of. */
  startWorkers(count: number): Promise<AsyncDisposable & { processes: WorkerProcess[] }>;
  stop(): Promise<void>;
};

/**
 * Migrates a database and lets processes of the service run on it as in production: live money through a bank on this
 * machine, with 200 approved merchants, of whom `endpoints` have webhooks.
 */
export async function startPlatform(ownerUrl: string, secret: string, endpoints: number): Promise<Platform> {
  await migrate(ownerUrl);
  const { urls: roles } = await openRoles({ url: ownerUrl, secret, isOurs: true });
  const database = await createDatabase({
    ...{
      url: ownerUrl,
      maxPoolSize: 8,
      applicationName: "bench",
      statementMs: STATEMENT_MS,
      waitMs: STATEMENT_MS,
    },
  });
  const outside = await serveLoad("counterparties.ts");
  const merchants = await Promise.all(
    Array.from({ length: MERCHANTS }, () => createRichMerchant(database, "live")),
  );
  const keys = await Promise.all(
    merchants.map(async (tenant) => (await createApiKey(database, tenant)).secretKey),
  );
  for (const [n, tenant] of merchants.slice(0, endpoints).entries()) {
    await setWebhookEndpoint(database, testEncryptionKeys, tenant, `${outside.url}/hooks/${n}`);
  }
  // As autovacuum does within a minute: without statistics the first plans are poor.
  await vacuum(ownerUrl, "analyze");

  const shared = { LIVE_GATEWAYS: "http", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", LOG_LEVEL: "warn" };
  const running: IngressProcess[] = [];
  const startIngress = async () => {
    const ingress = await startIngressProcess(ownerUrl, {
      ...shared,
      DATABASE_URL: roles.ingress,
      PUBLIC_URL: "https://payments.example.com",
      LIVE_GATEWAY_WEBHOOK_SECRETS: randomBytes(32).toString("hex"),
      // Nobody's rate limit is measured.
      RATE_LIMIT_PER_MINUTE: "100000000",
      RATE_LIMIT_VERIFY_ACCOUNT_PER_MINUTE: "100000000",
    });
    await ingress.ready;
    return ingress;
  };
  const startWorker = () =>
    startWorkerProcess(ownerUrl, {
      ...shared,
      DATABASE_URL: roles.workers,
      LIVE_GATEWAY_URL: outside.url,
      LIVE_GATEWAY_SECRET: randomBytes(32).toString("hex"),
      // As by default.
      ...{ WORKER_CONCURRENCY: "64", WEBHOOK_CONCURRENCY: "40" },
    });
  return {
    ...{ databaseUrl: ownerUrl, database, merchants, keys },
    ingresses: async (count) => {
      // A payout goes to an account whose name was looked up in the last ten minutes: a run is longer.
      await database.query(sql.type(z.object({}))`
        update name_enquiries set completed_at = now()
        where status = 'resolved' and completed_at < now() - interval '1 minute'`);
      while (running.length < count) running.push(await startIngress());
      return running.slice(0, count);
    },
    startWorkers: async (count) => {
      const processes = Array.from({ length: count }, startWorker);
      await Promise.all(processes.map(({ ready }) => ready));
      const stop = async () => {
        for (const { signal } of processes) signal("SIGTERM");
        await Promise.all(processes.map(({ ended }) => ended));
      };
      return { processes, [Symbol.asyncDispose]: stop };
    },
    stop: async () => {
      for (const ingress of running) await ingress[Symbol.asyncDispose]();
      outside[Symbol.dispose]();
      await database.end();
    },
  };
}
