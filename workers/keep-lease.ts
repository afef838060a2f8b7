import type { Connection } from "../sql/database.ts";
import { beatWorker } from "../sql/queries/workers.ts";
import { repeat, type Repeating } from "./repeat.ts";

/** A lease lasts three seconds (SQL's beat_worker), so that one lost beat costs nothing. */
const BEAT_MS = 1_000;

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
  return repeat(BEAT_MS, onError, async () => {
    if (!(await beatWorker(database, workerId))) onLost();
  });
}
