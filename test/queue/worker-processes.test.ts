import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { recordHeartbeat, registerWorker, unregisterWorker } from "../../sql/queue/workers/workers.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { addJob, findJobs } from "./queued-jobs.ts";

async function setUpWorkers(database: Database) {
  const [a, b] = [await registerWorker(database), await registerWorker(database)];
  return { a: a.workerId, b: b.workerId };
}

const silence = (database: Database, ids: bigint[], seconds: number) =>
  database.query(sql.type(z.object({}))`
    update worker_processes set heartbeat_at = heartbeat_at - make_interval(secs => ${seconds})
    where id = any (${sql.array(ids, "int8")})`);

async function lockJob(database: Database, workerId: bigint) {
  const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from queue_test_money.add_job('execute_payout', '{"id": 1}')`);
  await database.query(sql.type(z.object({}))`
    update queue_test_money._private_jobs
    set locked_by = ${String(workerId)}, locked_at = now() where id = ${id}`);
}

const lockers = (database: Database) =>
  database.anyFirst(sql.type(z.object({ locked_by: z.string().nullable() }))`
    select locked_by from queued_jobs order by id`);

describe("a worker process", () => {
  test("that is asked to stop takes no job, though its sweep still runs", async ({
    database,
    databaseUrl,
  }) => {
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table payout_batches in access exclusive mode");
    const workers = await startTestWorkers(databaseUrl);
    try {
      const waiting = sql.type(z.object({}))`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () => expect(await database.any(waiting)).not.toEqual([]));
      const stopped = workers[Symbol.asyncDispose]();
      await addJob(database, "execute_payout", { id: 1 });
      // With each heartbeat it would fetch the jobs that are due.
      const later = await database.oneFirst(sql.type(z.object({ at: z.string() }))`
        select (clock_timestamp() + interval '2 seconds')::text as at`);
      const early = sql.type(
        z.object({}),
      )`select from worker_processes where heartbeat_at < ${later}::timestamptz`;
      await eventually(async () => expect(await database.any(early)).toEqual([]));
      await holder.query("rollback");
      await stopped;
      expect(await findJobs(database)).toMatchObject([{ locked: false, attempts: 0 }]);
    } finally {
      await holder.end();
    }
  });

  test("gets the lowest free slot", async ({ database }) => {
    const workers = await Promise.all(Array.from({ length: 5 }, () => registerWorker(database)));
    expect(workers.map(({ slot }) => slot).sort()).toEqual([1, 2, 3, 4, 5]);
    await unregisterWorker(database, { workerId: workers.find(({ slot }) => slot === 2)!.workerId });
    expect((await registerWorker(database)).slot).toBe(2);
  });

  test("without heartbeats loses its jobs within seconds, and ends", async ({ database }) => {
    const { a, b } = await setUpWorkers(database);
    await lockJob(database, a);
    await lockJob(database, b);
    expect(await recordHeartbeat(database, { workerId: a })).not.toBeNull();
    expect(await lockers(database)).toEqual([String(a), String(b)]);

    await silence(database, [b], 4);
    expect(await recordHeartbeat(database, { workerId: a })).not.toBeNull();
    expect(await lockers(database)).toEqual([String(a), null]);
    expect(await recordHeartbeat(database, { workerId: b })).toBeNull();
  });

  test("that was late itself removes no other: after an outage all are late", async ({ database }) => {
    const { a, b } = await setUpWorkers(database);
    await lockJob(database, b);
    await silence(database, [a, b], 60);
    expect(await recordHeartbeat(database, { workerId: a })).not.toBeNull();
    expect(await recordHeartbeat(database, { workerId: b })).not.toBeNull();
    expect(await recordHeartbeat(database, { workerId: a })).not.toBeNull();
    expect(await lockers(database)).toEqual([String(b)]);
  });

  test("leaves no heartbeat behind, whether it stops or dies", async ({ database }) => {
    const [stops, dies, lives] = [
      await registerWorker(database),
      await registerWorker(database),
      await registerWorker(database),
    ];
    for (const { workerId } of [stops, dies, lives])
      expect(await recordHeartbeat(database, { workerId, withJob: true })).toContain("queue_live_money");
    await unregisterWorker(database, { workerId: stops.workerId });
    await silence(database, [dies.workerId], 4);
    await recordHeartbeat(database, { workerId: lives.workerId });
    expect(await queuedJobs(database)).toEqual([
      { task: `heartbeat_${lives.slot}`, key: `heartbeat_${lives.slot}` },
    ]);
  });
});
