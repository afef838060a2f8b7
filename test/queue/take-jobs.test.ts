import { EventEmitter, once } from "node:events";
import { run, type WorkerEvents } from "graphile-worker";
import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { connectClient } from "../../sql/process/connections/connect-client.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { takeJobs } from "../../sql/queue/graphile-worker.ts";
import { createQueuePool } from "../../workers/queue/create-queue-pool.ts";
import { takeJobsTogether } from "../../workers/queue/take-jobs.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { claimPayouts } from "../helpers/worker-steps.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { addJob, emptyQueue, findJobs } from "./queued-jobs.ts";

/** When the jobs that run were fetched: those of one fetch at the same time. */
const fetches = (database: Database) =>
  database.any(sql.type(z.object({ jobs: z.number() }))`
    select count(*)::integer as jobs from queue_live_money._private_jobs
    where locked_at is not null group by locked_at order by 1`);

test("workers that fetch jobs at the same time share one fetch", async ({ database, databaseUrl }) => {
  await using provider = await startProvider();
  provider.misbehave("transfer", "hang");
  for (let merchant = 0; merchant < 8; merchant += 1)
    await acceptTestPayouts(database, await createFundedMerchant(database, 5_000n, "live"), { count: 1 });
  await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
  await eventually(() => Promise.resolve(expect(provider.calls.transfer).toBe(8)));
  expect((await fetches(database)).length).toBeLessThan(8);
});

test("a fetch that takes the last jobs of a queue knows that it is empty then", async ({
  database,
  databaseUrl,
}) => {
  const queue = "queue_test_money";
  for (let job = 0; job < 3; job += 1) await addJob(database, "execute_payout", { id: job });
  const taskIds = await database.anyFirst(sql.type(z.object({ id: z.number() }))`
    select id from queue_test_money._private_tasks`);
  const client = await connectClient(databaseUrl);
  const fetch = async (most: number) => {
    const taking = { queue, locker: "1", taskIds: [...taskIds], flagsToSkip: [], most };
    const { jobs, isEmpty } = await takeJobs(client, taking);
    return { jobs: jobs.length, isEmpty };
  };
  expect(await fetch(2)).toEqual({ jobs: 2, isEmpty: false });
  expect(await fetch(1)).toEqual({ jobs: 1, isEmpty: true });
  expect(await fetch(1)).toEqual({ jobs: 0, isEmpty: true });
  await client.end();
});

test("one fetch takes no more jobs of a merchant than its share, and the rest go to others", async ({
  database,
  databaseUrl,
}) => {
  await using provider = await startProvider();
  provider.misbehave("transfer", "hang");
  const large = await createFundedMerchant(database, 100_000n, "live");
  const small = await createFundedMerchant(database, 100_000n, "live");
  await acceptTestPayouts(database, large, { count: 10 });
  await acceptTestPayouts(database, small, { count: 3 });
  await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
  // Half of the eight slots for the large merchant, and all three payouts of the small one.
  await eventually(() => Promise.resolve(expect(provider.calls.transfer).toBe(7)));
  const running = await database.any(sql.type(z.object({ id: z.bigint(), n: z.number() }))`
    select merchant_id as id, count(*)::integer as n from payouts where status = 'processing' group by 1 order by 2`);
  expect(running).toEqual([
    { id: small.merchantId, n: 3 },
    { id: large.merchantId, n: 4 },
  ]);
});

test("a merchant alone has ten jobs that wait, and three where many take turns", async ({ database }) => {
  for (let merchant = 0; merchant < 4; merchant += 1)
    await acceptTestPayouts(database, await createFundedMerchant(database, 100_000n), { count: 15 });
  const nextOf = (merchants: number, most: number) =>
    database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from (
        select id, row_number() over (partition by merchant_id order by id) as n,
          dense_rank() over (order by merchant_id) as merchant
        from payouts where status = 'pending'
      ) p
      where n <= ${most} and merchant <= ${merchants}`);
  const jobsAfterClaiming = async (merchants: number, most: number) => {
    await emptyQueue(database);
    await claimPayouts(database, await nextOf(merchants, most), { waits: true });
    return (await findJobs(database)).length;
  };
  expect(await jobsAfterClaiming(4, 1)).toBe(4 * 3);
  expect(await jobsAfterClaiming(1, 4)).toBe(10);
});

test("a fetch does not wait for the disk, and the removal of a done job does", async ({
  database,
  databaseUrl,
}) => {
  // Tests' databases never wait unless they are told to.
  const { pathname } = new URL(databaseUrl);
  const name = sql.identifier([pathname.slice(1)]);
  await database.query(sql.type(z.object({}))`alter database ${name} set synchronous_commit = on`);
  await database.query(sql.type(z.object({}))`create table commits (what text, waits text)`);
  await database.query(sql.type(z.object({}))`
    create function note_commit() returns trigger language plpgsql security definer as $$
    begin
      insert into public.commits values (tg_op, current_setting('synchronous_commit'));
      return coalesce(new, old);
    end $$`);
  await database.query(sql.type(z.object({}))`
    create trigger note_commit before update or delete on queue_test_money._private_jobs
    for each row execute function note_commit()`);
  await acceptTestPayouts(database, await createFundedMerchant(database, 5_000n), { count: 3 });
  await using _workers = await startTestWorkers(databaseUrl);
  const row = z.object({ what: z.string(), waits: z.string() });
  await eventually(async () => {
    const left = sql.type(z.object({ n: z.number() }))`
      select count(*)::integer as n from queue_test_money._private_jobs`;
    expect(await database.oneFirst(left)).toBe(0);
  });
  expect(await database.any(sql.type(row)`select distinct what, waits from commits order by 1`)).toEqual([
    { what: "DELETE", waits: "on" },
    { what: "UPDATE", waits: "off" },
  ]);
});

test.for([
  { when: "once the lease has lapsed", preparedStatements: true, error: /the lease has lapsed/ },
  // Without names of its own, a statement is not known.
  {
    when: "by a statement that bypasses the lease",
    preparedStatements: false,
    error: /bypasses the lease/,
  },
])("no job is taken $when", async ({ preparedStatements, error: expected }, { database, databaseUrl }) => {
  await addJob(database, "execute_payout", { id: "1" }, 1);
  const queue = "queue_test_money";
  const pool = createQueuePool(databaseUrl, 2, () => {});
  const events: WorkerEvents = new EventEmitter();
  const lease = {
    name: "1",
    require: () => {
      throw new Error("the lease has lapsed");
    },
  };
  const together = takeJobsTogether({ queue, pool, lease, events, shares: { merchant: 1, identity: 1 } });
  const refused = once(events, "worker:getJob:error");
  const ran: unknown[] = [];
  const runner = await run({
    schema: queue,
    pgPool: together.pool,
    events,
    concurrency: 1,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: { execute_payout: (payload) => void ran.push(payload) },
    preset: { worker: { preparedStatements } },
  });
  events.on("job:start", ({ job }) => ran.push(job));
  const [{ error }] = await refused;
  expect(String(error)).toMatch(expected);
  expect(ran).toEqual([]);
  expect(await findJobs(database)).toMatchObject([{ locked: false, attempts: 0 }]);
  await runner.stop();
  await pool.end();
});
