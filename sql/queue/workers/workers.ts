import { z } from "zod";
import type { Connection } from "../../process/database.ts";
import type { Environment } from "../../ledger/money.ts";
import { sql } from "../../process/sql-tag.ts";

const nothing = z.object({});
const registration = z.object({ worker_id: z.bigint(), slot: z.number() });

/** Registers this process. `slot` is a small number that no other running process has. */
export async function registerWorker(connection: Connection): Promise<z.output<typeof registration>> {
  return connection.one(sql.type(registration)`select worker_id, slot from register_worker()`);
}

const addedRow = z.object({ added: z.boolean() });

/**
 * Records graphile-worker pools of this process: jobs are locked in their names. Throws if the process was given up.
 */
export async function addWorkerPools(
  connection: Connection,
  workerId: bigint,
  poolIds: readonly string[],
): Promise<void> {
  const added = await connection.oneFirst(sql.type(addedRow)`
    select coalesce(bool_and(add_worker_pool(${workerId}, pool_id)), true) as added
    from unnest(${sql.array(poolIds, "text")}) as pool_id`);
  if (!added) throw new Error("another process took this one for dead");
}

const livesRow = z.object({ lives: z.boolean() });

/**
 * Records that this process is alive and unlocks the jobs of dead ones. False: it was given up itself and must
 * exit.
 */
export async function recordHeartbeat(connection: Connection, workerId: bigint): Promise<boolean> {
  return connection.oneFirst(sql.type(livesRow)`select record_heartbeat(${workerId}) as lives`);
}

/** Removes a process that is stopping and holds no jobs any more. */
export async function unregisterWorker(connection: Connection, workerId: bigint): Promise<void> {
  await connection.query(sql.type(nothing)`select from unregister_worker(${workerId})`);
}

/** The queue of a process's heartbeat job, and the job's name. */
export const HEARTBEAT_QUEUE = "queue_live_money";
export const heartbeatTask = (slot: number): string => `heartbeat_${slot}`;

/** Queues the job whose completion shows that this process runs jobs: one at a time, before all others. */
export async function enqueueHeartbeat(connection: Connection, slot: number): Promise<void> {
  await connection.query(sql.type(nothing)`select from enqueue_heartbeat(${slot})`);
}

const addedJobsRow = z.object({ added: z.number() });

/**
 * Adds a job for every row of an environment that waits for a worker and has none; of the merchants named, by their
 * test clocks as well. Returns how many it added.
 */
export async function reconcile(
  connection: Connection,
  environment: Environment,
  clocks: readonly bigint[] = [],
): Promise<number> {
  return connection.oneFirst(sql.type(addedJobsRow)`
    select reconcile(${environment}, ${sql.array(clocks, "int8")}) as added`);
}

const clocksRow = z.object({ added: z.number(), clocks: z.array(z.bigint()) });

/**
 * The same for test work, by the test clocks of the next merchants: `most` of them at most, whose ids are above
 * `after`. Returns these ids.
 */
export async function reconcileTest(
  connection: Connection,
  after: bigint,
  most: number,
): Promise<readonly bigint[]> {
  const { clocks } = await connection.one(sql.type(clocksRow)`
    select reconcile('test', next.clocks) as added, next.clocks
    from (
      select array(
        select merchant_id from test_clocks where merchant_id > ${after} order by merchant_id limit ${most}
      ) as clocks
    ) next`);
  return clocks;
}

const kindRow = z.object({ kind: z.string() });

/** The kinds of rows that are deleted after their term; none for a worker process that is not the oldest. */
export async function listRetentionKinds(connection: Connection, workerId = 0n): Promise<readonly string[]> {
  return connection.anyFirst(sql.type(kindRow)`select kind from retention_kinds(${workerId})`);
}

const purgedRow = z.object({ purged: z.number() });

/**
 * Deletes a batch of rows of a kind that were kept for their term: some milliseconds of work. Returns how many it went
 * through; 0 where nothing is left to delete, or another process is at it.
 */
export async function purgeExpiredRows(connection: Connection, kind: string, batch = 1_000): Promise<number> {
  return connection.oneFirst(sql.type(purgedRow)`select purge_expired_rows(${kind}, ${batch}) as purged`);
}
