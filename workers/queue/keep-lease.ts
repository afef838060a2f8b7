import type { Connection } from "../../sql/database.ts";
import { recordHeartbeat } from "../../sql/queries/workers.ts";
import { repeat, type Repeating } from "./repeat.ts";

/** A lease lasts three seconds (SQL's record_heartbeat), so that one lost beat costs nothing. */
const HEARTBEAT_MS = 1_000;

type Options = {
  workerId: bigint;
  /** Our row is gone: another process took us for dead and our jobs may run elsewhere. */
  onLost: () => void;
  onError: (error: unknown) => void;
};

/**
 * Says every second that this process lives; SQL then also unlocks the jobs of processes that have not said so
 * for the length of a lease.
 */
export function keepLease(database: Connection, { workerId, onLost, onError }: Options): Repeating {
  return repeat(HEARTBEAT_MS, onError, async () => {
    if (!(await recordHeartbeat(database, workerId))) onLost();
  });
}
