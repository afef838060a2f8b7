import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { emitTestEvent } from "../../sql/queries/events.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { advanceTestClock } from "../../sql/queries/test-clock.ts";
import { addWorkerPool, reconcile, recordHeartbeat, registerWorker } from "../../sql/queries/workers.ts";
import { queues } from "../../sql/jobs.ts";
import { sql } from "../../sql/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { rowsReadBy } from "../helpers/rows-read-by.ts";
import { createFundedMerchant, createVirtualAccount, findEvents, setEndpoint } from "../helpers/records.ts";
import { startWorkerProcess } from "../helpers/start-worker-process.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { emptyQueue, findJobs } from "./queued-jobs.ts";

const noRow = sql.type(z.object({}));
const HANGS_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const lock = (database: Database, pool: string, change = sql.fragment`attempts = attempts + 1`) =>
  database.query(noRow`
    update queue_test_money._private_jobs set locked_by = ${pool}, locked_at = now(), ${change}
    where id = (select min(id) from queue_test_money._private_jobs where locked_by is null)`);

describe("a job that is locked by a pool of no living worker", () => {
  test("is unlocked, however that came to be, and goes if it was replaced", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 50_000n);
    await emptyQueue(database);
    await acceptTestPayouts(database, tenant, { count: 4 });
    const { worker_id: worker } = await registerWorker(database);
    await addWorkerPool(database, worker, "pool-alive");
    await lock(database, "pool-alive");
    await lock(database, "pool-unknown");
    await lock(database, "pool-unknown", sql.fragment`key = null, attempts = max_attempts`);
    await lock(database, "pool-alive", sql.fragment`key = null, attempts = max_attempts`);

    expect(await recordHeartbeat(database, worker)).toBe(true);
    const jobs = (await findJobs(database)).filter(({ task }) => task === "execute_payout");
    expect(jobs.map(({ locked, key }) => [locked, key === null])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
  });

  test("is found without a look at those that wait", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    for (let batch = 0; batch < 4; batch += 1) await acceptTestPayouts(database, tenant, { count: 500 });
    await lock(database, "pool-unknown");
    await database.query(noRow`analyze queue_test_money._private_jobs`);
    expect(await rowsReadBy(database, sql.fragment`sweep_queues()`)).toBeLessThan(100);
  });
});

test(
  "a worker that was paused beyond its lease takes no job when it wakes, and ends",
  { timeout: 180_000 },
  async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 500_000n);
    await emptyQueue(database);
    await using sleeper = startWorkerProcess(databaseUrl);
    await sleeper.ready;
    const pools = sql.type(z.object({ n: z.number() }))`
      select coalesce(max(cardinality(pool_ids)), 0) as n from worker_processes`;
    await eventually(async () => expect(await database.oneFirst(pools)).toBe(queues.length), HANGS_MS);
    sleeper.signal("SIGSTOP");
    await acceptTestPayouts(database, tenant, { count: 40 });
    const { worker_id: other } = await registerWorker(database);
    await eventually(async () => {
      expect(await recordHeartbeat(database, other)).toBe(true);
      const workers = sql.type(
        z.object({ n: z.number() }),
      )`select count(*)::integer as n from worker_processes`;
      expect(await database.oneFirst(workers)).toBe(1);
    }, HANGS_MS);

    // It cannot hear yet that it was given up.
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table worker_processes");
    sleeper.signal("SIGCONT");
    const asking = sql.type(z.object({ n: z.number() }))`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => expect(await database.oneFirst(asking)).toBeGreaterThan(0), HANGS_MS);
    await holder.end();
    expect(await sleeper.ended).toEqual({ code: 1, signal: null });
    const untouched = (await findJobs(database)).filter(
      ({ task, attempts }) => task === "execute_payout" && attempts === 0,
    );
    expect(untouched).toHaveLength(40);
  },
);

describe("the sweep that finds lost jobs", () => {
  test("reads a bounded number of rows, and finds a lost one among thousands that wait, whose job is then first", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    // What is done comes before what waits: 10,000 of them, and 4,000 that wait.
    const [done] = await acceptTestPayouts(database, tenant);
    const later = new Date(Date.now() + DAY_MS).toISOString();
    for (const asked of [null, later])
      await copyRow(database, "payouts", done!, { status: "succeeded", next_confirmation_at: asked }, [
        "idempotency_key",
      ]);
    await database.query(noRow`analyze payouts`);
    for (let batch = 0; batch < 8; batch += 1) await acceptTestPayouts(database, tenant, { count: 500 });
    await database.query(noRow`update payouts set created_at = created_at - interval '1 minute'`);
    await database.query(noRow`analyze payouts`);
    await database.query(noRow`analyze queue_test_money._private_jobs`);
    // A thousand payouts and the job of each.
    expect(await rowsReadBy(database, sql.fragment`reconcile()`)).toBeLessThan(2_500);

    const lost = await database.oneFirst(sql.type(z.object({ key: z.string() }))`
      delete from queue_test_money._private_jobs where id = (
        select id from queue_test_money._private_jobs where key like 'execute%' order by run_at, id limit 1
      ) returning key`);
    expect(await reconcile(database)).toBe(1);
    const first = sql.type(z.object({ key: z.string() }))`
      select key from queue_test_money.jobs order by priority, run_at limit 1`;
    expect(await database.oneFirst(first)).toBe(lost);
  });

  test("reads no account and no event whose time is to come", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    await setEndpoint(database, tenant, "https://example.com/hooks");
    await advanceTestClock(database, tenant.merchantId, 60);
    await emitTestEvent(database, tenant);
    const account = await createVirtualAccount(database, tenant, 900n);
    const [event] = await findEvents(database, "webhook.test");
    const later = new Date(Date.now() + 6 * DAY_MS).toISOString();
    await copyRow(database, "virtual_accounts", account.reference, { expires_at: later }, ["account_number"]);
    await copyRow(database, "events", event!.reference, { next_attempt_at: later });
    // Many merchants have a clock and an endpoint of their own.
    await copyRow(database, "merchants", await referenceOf(database, tenant), {}, [], 200);
    await database.query(noRow`
      insert into test_clocks (merchant_id, offset_minutes) select id, 60 from merchants on conflict do nothing`);
    await database.query(noRow`
      insert into webhook_endpoints (merchant_id, environment, url, secret)
      select id, 'test', 'https://example.com/hooks', '' from merchants on conflict do nothing`);
    await database.query(noRow`
      update virtual_accounts set merchant_id = (select min(id) + virtual_accounts.id % 200 from merchants)`);
    await database.query(noRow`analyze`);
    // The clocks twice, for accounts and for payouts; besides, so small a table may be read as a whole for one row.
    expect(await rowsReadBy(database, sql.fragment`reconcile()`)).toBeLessThan(2_000);
  });
});

function referenceOf(database: Database, { merchantId }: Tenant): Promise<string> {
  return database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from merchants where id = ${merchantId}`);
}

/** Copies the row of a reference so many times: with these values, and texts of their own in the named columns. */
async function copyRow(
  database: Database,
  table: string,
  reference: string,
  values: Record<string, string | null>,
  unique: string[] = [],
  copies = 5_000,
): Promise<void> {
  const name = sql.identifier([table]);
  await database.query(noRow`
    insert into ${name} overriding user value
    select copy.*
    from ${name} r
    cross join generate_series(1, ${copies}) n
    cross join lateral jsonb_populate_record(r, ${sql.jsonb(values)} || (
      select jsonb_object_agg(c, c || n || random()) from unnest(${sql.array(["reference", ...unique], "text")}) c
    )) copy
    where r.reference = ${reference}`);
}
