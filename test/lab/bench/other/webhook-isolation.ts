import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Step, ShowDetail } from "../../../../scripts/cli/show-progress.ts";
import type { Database } from "../../../../sql/process/database.ts";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import type { Databases, LabDatabase } from "../../platform/open-databases.ts";
import { createPlatform } from "../../platform/create-platform.ts";
import { startReceiver } from "../../../helpers/outside/start-receiver.ts";
import { createFundedMerchant, setEndpoint } from "../../../helpers/records.ts";
import { percentile } from "../../statistics.ts";
import { useDatabase } from "../platform/use-database.ts";

const EVENTS = 500;
const BACKLOG = 10_000;
/** Between two events of the healthy merchant. */
const EVERY_MS = 20;

/**
 * How a hanging receiver with a backlog affects a merchant with a healthy one: the time from an event's commit to its
 * first attempt, alone and beside it.
 */
export async function benchWebhookIsolation(databases: Databases, measurement: Step): Promise<void> {
  await useDatabase(databases, 16, (database, urls) => compare(database, urls, measurement));
}

async function compare(database: Database, urls: LabDatabase, measurement: Step): Promise<void> {
  const arrivals = new Map<string, number>();
  await using healthy = await startReceiver((response, { headers }) => {
    arrivals.set(String(headers["webhook-id"]), performance.now());
    response.end();
  });
  await using hanging = await startReceiver(() => {});
  const merchant = await createReceiver(database, healthy.url);
  const neighbour = await createReceiver(database, hanging.url);
  // As by default.
  const concurrency = { WORKER_CONCURRENCY: "64", WEBHOOK_CONCURRENCY: "40" };
  await using workers = createPlatform(urls, { url: "http://127.0.0.1:9" }).startWorker(concurrency);
  await workers.ready;

  const measureAs = (name: string) =>
    measurement(`webhooks ${name}`, (showDetail) => measure(database, merchant, arrivals, showDetail));
  await measureAs("to warm up");
  const alone = await measureAs("alone");
  await emit(database, neighbour, BACKLOG);
  const beside = await measureAs("beside a receiver that hangs");

  console.log(`webhooks, milliseconds from commit to first attempt of ${EVENTS} events:`);
  report("alone", alone, alone);
  report(`beside ${BACKLOG} events to a receiver that hangs`, beside, alone);
}

/** Emits events one after the other and returns how long each took to arrive, sorted. */
async function measure(
  database: Database,
  merchant: Tenant,
  arrivals: Map<string, number>,
  showDetail: ShowDetail,
): Promise<number[]> {
  const committed = new Map<bigint, number>();
  for (let n = 0; n < EVENTS; n += 1) {
    showDetail(`${n} of ${EVENTS}`);
    committed.set(await emit(database, merchant, 1), performance.now());
    await sleep(EVERY_MS);
  }
  showDetail(`${EVENTS} of ${EVENTS}`);
  const references = await referencesOf(database, [...committed.keys()]);
  while ([...references.values()].some((reference) => !arrivals.has(reference))) await sleep(50);
  return [...committed].map(([id, at]) => arrivals.get(references.get(id)!)! - at).sort((a, b) => a - b);
}

function report(name: string, times: number[], baseline: number[]): void {
  const ratio = (percentile(times, 0.99) / percentile(baseline, 0.99)).toFixed(2);
  const [half, most] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1).padStart(6));
  console.log(`  ${name.padEnd(48)} p50 ${half}   p99 ${most}   ${ratio.padStart(6)} x`);
}

async function createReceiver(database: Database, url: string): Promise<Tenant> {
  const tenant = await createFundedMerchant(database);
  await setEndpoint(database, tenant, url);
  return tenant;
}

/** Emits events in one transaction; returns the id of the last. */
async function emit(database: Database, { merchantId }: Tenant, count: number): Promise<bigint> {
  return database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    select max(emit_event(${merchantId}, 'test', 'payout.succeeded', '{"reference":"pyt_bench"}')) as id
    from generate_series(1, ${count})`);
}

async function referencesOf(database: Database, ids: bigint[]): Promise<Map<bigint, string>> {
  const row = z.object({ id: z.bigint(), reference: z.string() });
  const rows = await database.any(sql.type(row)`
    select id, reference from events where id = any (${sql.array(ids, "int8")})`);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}
