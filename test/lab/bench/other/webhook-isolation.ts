import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { z } from "zod";
import type { Step, Tell } from "../../../../scripts/cli/show-progress.ts";
import type { Database } from "../../../../sql/process/database.ts";
import { createMerchant } from "../../../../sql/merchants/merchants.ts";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import { readConfig } from "../../../../workers/config.ts";
import { startWorkers } from "../../../../workers/start-workers.ts";
import { useEmptyDatabase } from "../platform/use-empty-database.ts";

const EVENTS = 500;
const BACKLOG = 10_000;
/** Between two events of the healthy merchant. */
const EVERY_MS = 20;

/**
 * What a merchant with a healthy receiver notices of one whose receiver hangs under a backlog: the time from an event's
 * commit to its first attempt, alone and beside it.
 */
export async function benchWebhookIsolation(serverUrl: string, measurement: Step): Promise<void> {
  await useEmptyDatabase(serverUrl, 16, (database, url) => compare(database, url, measurement));
}

async function compare(database: Database, databaseUrl: string, measurement: Step): Promise<void> {
  const encryptionKey = randomBytes(32);
  const arrivals = new Map<string, number>();
  const healthy = await listen((request, response) => {
    arrivals.set(String(request.headers["webhook-id"]), performance.now());
    request.resume().on("end", () => response.end());
  });
  const hanging = await listen((request) => void request.resume());
  const merchant = await createReceiver(database, encryptionKey, urlOf(healthy));
  const neighbour = await createReceiver(database, encryptionKey, urlOf(hanging));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SERVICE_ENCRYPTION_KEY: encryptionKey.toString("base64"),
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  });
  const workers = await startWorkers(config, pino({ level: "silent" }), (reason) => {
    throw new Error(`workers ended: ${reason}`);
  });

  const measureAs = (name: string) =>
    measurement(`webhooks ${name}`, (tell) => measure(database, merchant, arrivals, tell));
  await measureAs("to warm up");
  const alone = await measureAs("alone");
  await emit(database, neighbour, BACKLOG);
  const beside = await measureAs("beside a receiver that hangs");

  console.log(`webhooks, milliseconds from commit to first attempt of ${EVENTS} events:`);
  report("alone", alone, alone);
  report(`beside ${BACKLOG} events to a receiver that hangs`, beside, alone);
  hanging.closeAllConnections();
  healthy.close();
  hanging.close();
  await database.query(sql.type(z.object({}))`
    update webhook_endpoints set disabled_at = now(), disabled_reason = 'the measurement is over'`);
  await workers.stop();
}

/** Emits events one after the other and returns how long each took to arrive, sorted. */
async function measure(
  database: Database,
  merchant: Tenant,
  arrivals: Map<string, number>,
  tell: Tell,
): Promise<number[]> {
  const committed = new Map<bigint, number>();
  for (let n = 0; n < EVENTS; n += 1) {
    tell(`${n} of ${EVENTS}`);
    committed.set(await emit(database, merchant, 1), performance.now());
    await sleep(EVERY_MS);
  }
  tell(`${EVENTS} of ${EVENTS}`);
  const references = await referencesOf(database, [...committed.keys()]);
  while ([...references.values()].some((reference) => !arrivals.has(reference))) await sleep(50);
  return [...committed].map(([id, at]) => arrivals.get(references.get(id)!)! - at).sort((a, b) => a - b);
}

function report(name: string, times: number[], baseline: number[]): void {
  const at = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  const ratio = (at(times, 0.99) / at(baseline, 0.99)).toFixed(2);
  console.log(
    `  ${name.padEnd(48)} p50 ${at(times, 0.5).toFixed(1).padStart(6)}   p99 ${at(times, 0.99).toFixed(1).padStart(6)}   ${ratio.padStart(6)} x`,
  );
}

async function createReceiver(database: Database, key: Buffer, url: string): Promise<Tenant> {
  const { id } = await createMerchant(database, "Bench", "bench@example.com");
  const tenant: Tenant = { merchantId: id, environment: "test" };
  await setWebhookEndpoint(database, { current: key }, tenant, url);
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

async function listen(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}
