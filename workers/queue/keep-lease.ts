import type { Connection } from "../../sql/database.ts";
import { recordHeartbeat } from "../../sql/queries/workers.ts";
import { repeat, type Repeating } from "./repeat.ts";

/** A lease lasts three seconds (SQL's record_heartbeat), so that one lost renewal does no harm. */
const RENEW_MS = 1_000;

type Options = {
  workerId: bigint;
  /** Our row is gone: another process took this one for dead, and its jobs may run elsewhere. */
  onLost: () => void;
  onError: (error: unknown) => void;
};

/** Renews this process's lease every second. SQL then also unlocks the jobs of processes whose lease has run out. */
export function keepLease(database: Connection, { workerId, onLost, onError }: Options): Repeating {
  return repeat(RENEW_MS, onError, async () => {
    if (!(await recordHeartbeat(database, workerId))) onLost();
  });
}
