import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

const nothing = z.object({});
const registration = z.object({ worker_id: z.bigint(), slot: z.number() });

/** Adds this process to the living ones. `slot` is a small number that no other living process has. */
export async function registerWorker(connection: Connection): Promise<z.output<typeof registration>> {
  return connection.one(sql.type(registration)`select worker_id, slot from register_worker()`);
}

/** Says in which pool's name this process locks jobs. */
export async function addWorkerPool(connection: Connection, workerId: bigint, poolId: string): Promise<void> {
  await connection.query(sql.type(nothing)`
    update worker_processes set pool_ids = array_append(pool_ids, ${poolId}) where id = ${workerId}`);
}

/** Says that this process lives, and unlocks the jobs of those that do not. False: given up itself, it must exit. */
export async function recordHeartbeat(connection: Connection, workerId: bigint): Promise<boolean> {
  return connection.oneFirst(
    sql.type(z.object({ lives: z.boolean() }))`select record_heartbeat(${workerId}) as lives`,
  );
}

/** Takes a process that stops off the list; it holds no jobs any more. */
export async function unregisterWorker(connection: Connection, workerId: bigint): Promise<void> {
  await connection.query(sql.type(nothing)`select from unregister_worker(${workerId})`);
}

/** Queues the job whose completion shows that this process's queue works: one at a time, before all others. */
export async function enqueueHeartbeat(connection: Connection, task: string): Promise<void> {
  await connection.query(sql.type(nothing)`
    select from graphile_worker.add_job(${task}, job_key => ${task}, priority => -100)`);
}

/** Gives a job to every row that waits for a worker and has none. Returns how many it added. */
export async function reconcile(connection: Connection): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ added: z.number() }))`select reconcile() as added`);
}
