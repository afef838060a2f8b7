import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connection, Database } from "../../sql/database.ts";
import { createApiKey } from "../../sql/queries/api-keys.ts";
import { sql } from "../../sql/sql-tag.ts";
import { startSchedule } from "../../workers/schedule.ts";
import type { Step } from "../../scripts/cli/show-progress.ts";
import { createRichMerchant, destination } from "./accept-payouts.ts";
import { startBenchIngress } from "./start-bench-ingress.ts";
import { useEmptyDatabase } from "./use-empty-database.ts";

const DONE = 1_000_000;
const WAITING = 150_000;
const CLIENTS = 16;
const MEASURE_MS = 10_000;
/** Between two reads of the other merchant's balances. */
const EVERY_MS = 20;
/** Rows in one statement while the backlog is made. */
const BATCH = 5_000;

const noRow = sql.type(z.object({}));

type Measured = { accepted: number; balancesP50: number; balancesP99: number };

/**
 * What a backlog costs those who send payouts: how many an ingress accepts over HTTP, and how long another merchant's
 * balances take meanwhile, on an empty database and beside payouts that wait and payouts that are done. Sweeps run.
 */
export async function benchBacklog(serverUrl: string, measurement: Step): Promise<void> {
  const measureOn = (name: string, prepare: (database: Database) => Promise<void>) =>
    useEmptyDatabase(serverUrl, CLIENTS, async (database, url) => {
      await measurement(`${name}: the rows`, () => prepare(database));
      return measurement(`${name}: payouts over HTTP`, () => measure(database, url));
    });
  const empty = await measureOn("an empty database", async () => {});
  const full = await measureOn("a backlog", addBacklog);
  console.log(`over HTTP from ${CLIENTS} clients, beside ${WAITING} payouts that wait and ${DONE} done:`);
  report("payouts accepted per second", empty.accepted, full.accepted);
  report("another's balances, p50 in ms", empty.balancesP50, full.balancesP50);
  report("another's balances, p99 in ms", empty.balancesP99, full.balancesP99);
}

function report(name: string, empty: number, full: number): void {
  const cell = (value: number) => value.toFixed(1).padStart(8);
  console.log(
    `  ${name.padEnd(32)} ${cell(empty)} ${cell(full)}   ${(full / empty).toFixed(2).padStart(6)} x`,
  );
}

/** Written as rows: to accept and send so many would take an hour. Each that waits has its job. */
async function addBacklog(database: Database): Promise<void> {
  const { merchantId } = await createRichMerchant(database);
  const add = (status: string, from: number) =>
    database.query(noRow`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency,
        bank_code, bank_name, account_number, account_name, created_at
      )
      select 'pyt_' || ${status} || n, ${merchantId}, 'test', ${status} || n, '', ${status}, 100, 0, 'NGN',
        ${destination.bankCode}, 'Bank', ${destination.accountNumber}, ${destination.accountName},
        now() - interval '1 hour'
      from generate_series(${from}::integer, ${from + BATCH - 1}::integer) n`);
  for (let from = 0; from < DONE; from += BATCH) await add("succeeded", from);
  for (let from = 0; from < WAITING; from += BATCH) {
    await add("pending", from);
    await database.query(noRow`
      select enqueue_jobs('execute_payout', array(select id from payouts order by id desc limit ${BATCH}))`);
  }
}

async function measure(database: Database, databaseUrl: string): Promise<Measured> {
  const keys = await Promise.all(
    Array.from({ length: CLIENTS }, async () => keyOf(database, await createRichMerchant(database))),
  );
  const other = await keyOf(database, await createRichMerchant(database));
  await database.query(noRow`vacuum analyze`);
  const ingress = await startBenchIngress(databaseUrl);
  const sweeps = startSchedule(database, (what) => (error) => {
    throw new Error(what, { cause: error });
  });
  const { url } = ingress;
  try {
    const until = performance.now() + MEASURE_MS;
    let accepted = 0;
    const send = async (key: string) => {
      for (; performance.now() < until; accepted += 1) await expectStatus(201, await sendPayout(url, key));
    };
    const times: number[] = [];
    const read = async () => {
      while (performance.now() < until) {
        const start = performance.now();
        const headers = { authorization: `Bearer ${other}` };
        await expectStatus(200, await fetch(`${url}/v1/balances`, { headers }));
        const took = performance.now() - start;
        times.push(took);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY_MS - took)));
      }
    };
    await Promise.all([...keys.map(send), read()]);
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    return {
      accepted: accepted / (MEASURE_MS / 1_000),
      balancesP50: at(0.5),
      balancesP99: at(0.99),
    };
  } finally {
    await sweeps.stop();
    await ingress.stop();
  }
}

async function keyOf(
  database: Connection,
  tenant: Awaited<ReturnType<typeof createRichMerchant>>,
): Promise<string> {
  return (await createApiKey(database, tenant)).secretKey;
}

function sendPayout(url: string, key: string): Promise<Response> {
  return fetch(`${url}/v1/payouts`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    },
    body: JSON.stringify({ amount: { value: 10_000, currency: "NGN" }, destination }),
  });
}

async function expectStatus(status: number, response: Response): Promise<void> {
  const body = await response.text();
  if (response.status !== status) throw new Error(`${response.status}: ${body}`);
}
