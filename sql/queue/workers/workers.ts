import { z } from "zod";
import type { Environment } from "../../ledger/money.ts";
import { call } from "../../process/call.ts";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";

/** Throws an error that names what graphile-worker's tables lack of what we use. */
export const requireKnownQueues = call("require_known_queues");

/** Registers this process. `slot` is a small number that no other running process has. */
export const registerWorker = call("register_worker");

/**
 * Records that this process is alive and unlocks the jobs of dead ones. Returns the queues that have due jobs; null if
 * its lease has expired: it must exit. `withJob`: queues its heartbeat job.
 */
export const recordHeartbeat = call("record_heartbeat", z.array(z.string()).nullable());

/** Removes a process that is stopping and holds no jobs any more. */
export const unregisterWorker = call("unregister_worker");

/** The queue of a process's heartbeat job, and the job's name. */
export const HEARTBEAT_QUEUE = "queue_live_money";
export const heartbeatTask = (slot: number): string => `heartbeat_${slot}`;

/**
 * Adds the missing jobs of an environment's waiting rows, for `clocks` by test clocks as well; returns how many, what
 * failed, and whether batches have slices to be made. So many `enquiries` of batches may be under way.
 */
export const reconcile = call("reconcile");

const testRow = z.object({
  clocks: z.array(z.bigint()),
  failures: z.array(z.string()),
  hasSlices: z.boolean(),
});

/** The same for test work, by the clocks of the next merchants, `most` at most, with ids above `after`: their ids. */
export async function reconcileTest(
  connection: Connection,
  { after, most, enquiries }: { after: bigint; most: number; enquiries: number },
) {
  return connection.one(sql.type(testRow)`
    select next.clocks, done.failures, done.has_slices as "hasSlices"
    from (
      select array(
        select merchant_id from test_clocks where merchant_id > ${after} order by merchant_id limit ${most}
      ) as clocks
    ) next
    cross join lateral reconcile('test', next.clocks, ${enquiries}) done`);
}

/** What failed of a sweep, as one error; undefined if nothing did. */
export const sweepError = (environment: Environment, failures: readonly string[]): Error | undefined =>
  failures.length > 0 ? new Error(`${environment}: ${failures.join("; ")}`) : undefined;
