import { z } from "zod";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { createDatabase, type Database } from "../../../../sql/process/database.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import type { IngressProcess, WorkerProcess } from "../../../helpers/platform/start-process.ts";
import { resolveDestination, setEndpoint } from "../../../helpers/records.ts";
import { createRichMerchant } from "../../platform/create-rich-merchant.ts";
import type { LabDatabase } from "../../platform/open-databases.ts";
import { createPlatform, stopAll, withoutLimits } from "../../platform/create-platform.ts";
import { destination } from "../load/destination.ts";
import { serveLoad } from "../load/run-load.ts";
import { vacuum } from "./vacuum.ts";

const MERCHANTS = 200;
const BALANCE = 10_000_000_000n;
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
 * Runs the service's processes on a database as in production: live money through a bank on this machine, with 200
 * approved merchants, `endpoints` of them with webhooks.
 */
export async function startPlatform(urls: LabDatabase, endpoints: number): Promise<Platform> {
  const { ownerUrl } = urls;
  const database = await createDatabase({
    url: ownerUrl,
    maxPoolSize: 8,
    applicationName: "bench",
    statementMs: STATEMENT_MS,
    waitMs: STATEMENT_MS,
  });
  const outside = await serveLoad("counterparties.ts");
  const rich = await Promise.all(
    Array.from({ length: MERCHANTS }, async () => {
      const merchant = await createRichMerchant(database, { live: BALANCE });
      await resolveDestination(database, merchant.live, destination);
      return merchant;
    }),
  );
  const [merchants, keys] = [rich.map(({ live }) => live), rich.map(({ liveKey }) => liveKey)];
  for (const [n, tenant] of merchants.slice(0, endpoints).entries())
    await setEndpoint(database, tenant, `${outside.url}/hooks/${n}`);
  // As autovacuum does within a minute: without statistics the first plans are poor.
  await vacuum(ownerUrl, "analyze");

  const processes = createPlatform(urls, outside, { LOG_LEVEL: "warn" });
  const running: IngressProcess[] = [];
  const startIngress = async () => {
    const ingress = await processes.startIngress(withoutLimits);
    await ingress.ready;
    return ingress;
  };
  // As by default.
  const concurrency = { WORKER_CONCURRENCY: "64", WEBHOOK_CONCURRENCY: "40" };
  return {
    databaseUrl: ownerUrl,
    database,
    merchants,
    keys,
    ingresses: async (count) => {
      // A payout needs a name enquiry of the last ten minutes: a run is longer.
      await database.query(sql.type(z.object({}))`
        update name_enquiries set completed_at = now()
        where status = 'resolved' and completed_at < now() - interval '1 minute'`);
      while (running.length < count) running.push(await startIngress());
      return running.slice(0, count);
    },
    startWorkers: async (count) => {
      const workers = Array.from({ length: count }, () => processes.startWorker(concurrency));
      await Promise.all(workers.map(({ ready }) => ready));
      return { processes: workers, [Symbol.asyncDispose]: () => stopAll(workers) };
    },
    stop: async () => {
      for (const ingress of running) await ingress[Symbol.asyncDispose]();
      outside[Symbol.dispose]();
      await database.end();
    },
  };
}
