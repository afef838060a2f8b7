import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { addWorkerPool, reconcile, recordHeartbeat, registerWorker } from "../../sql/queries/workers.ts";
import { queues } from "../../sql/jobs.ts";
import { sql } from "../../sql/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { startWorkerProcess } from "../helpers/start-worker-process.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { emptyQueue, findJobs } from "./queued-jobs.ts";

const noRow = sql.type(z.object({}));
const HANGS_MS = 60_000;

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
    for (let batch = 0; batch < 8; batch += 1) await acceptTestPayouts(database, tenant, { count: 500 });
    await database.query(noRow`update payouts set created_at = created_at - interval '1 minute'`);
    await database.query(noRow`analyze payouts`);
    await database.query(noRow`analyze queue_test_money._private_jobs`);
    // A thousand payouts and the job of each; 4,000 wait.
    const rowsRead = await rowsReadBy(database, sql.fragment`reconcile()`);
    // PostgreSQL 15 plans to read all four thousand once, being so few.
    const version = await database.oneFirst(sql.type(z.object({ number: z.number() }))`
      select current_setting('server_version_num')::integer as number`);
    expect(rowsRead).toBeLessThan(version < 160_000 ? 6_500 : 2_500);

    const lost = await database.oneFirst(sql.type(z.object({ key: z.string() }))`
      delete from queue_test_money._private_jobs where id = (
        select id from queue_test_money._private_jobs where key like 'execute%' order by run_at, id limit 1
      ) returning key`);
    expect(await reconcile(database)).toBe(1);
    const first = sql.type(z.object({ key: z.string() }))`
      select key from queue_test_money.jobs order by priority, run_at limit 1`;
    expect(await database.oneFirst(first)).toBe(lost);
  });
});

/** How many rows of tables a function reads, by an index or not. */
async function rowsReadBy(database: Database, call: ReturnType<typeof sql.fragment>): Promise<number> {
  const read = sql.type(z.object({ n: z.number() }))`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables`;
  return database.transaction(async (transaction) => {
    const before = await transaction.oneFirst(read);
    await transaction.query(noRow`select from ${call}`);
    return (await transaction.oneFirst(read)) - before;
  });
}
