import type { Connection } from "../../sql/process/database.ts";
import { recordHeartbeat } from "../../sql/queue/workers/workers.ts";
import { repeat, type Repeating } from "./repeat.ts";

/** The same as in SQL's record_heartbeat. */
const LEASE_MS = 3_000;
/** One lost renewal does no harm. */
const RENEW_MS = 1_000;

/** The lease expired: other processes may run this one's jobs by now. */
export class LeaseLapsed extends Error {
  override name = "LeaseLapsed";
}

export type Lease = Repeating & {
  /**
   * Throws LeaseLapsed unless the lease is valid: call it before taking a job. A process that was paused, or whose
   * event loop was blocked, finds out here, before the database tells it.
   */
  require: () => void;
  /** Milliseconds since the lease was last renewed; once that reaches its duration, it has expired. */
  ageMs: () => number;
};

type Options = {
  workerId: bigint;
  /** Our row is gone: another process considered this one dead, and its jobs may run elsewhere. */
  onLost: () => void;
  onError: (error: unknown) => void;
};

/**
 * Renews this process's lease every second, the first time after a second: call it right after registering the process.
 * SQL then also unlocks the jobs of processes whose lease has expired.
 */
export function keepLease(database: Connection, { workerId, onLost, onError }: Options): Lease {
  let renewedAt = readClocks();
  const repeating = repeat(RENEW_MS, onError, async () => {
    // The lease counts from when the database records it, which is not before this.
    const sentAt = readClocks();
    if (await recordHeartbeat(database, { workerId })) renewedAt = sentAt;
    else onLost();
  });
  const ageMs = () => {
    const now = readClocks();
    // The monotonic clock may stand still while the machine sleeps; the other one may be set.
    return Math.max(now.monotonic - renewedAt.monotonic, now.wall - renewedAt.wall);
  };
  return {
    ...repeating,
    ageMs,
    require: () => {
      const age = ageMs();
      if (age >= LEASE_MS) throw new LeaseLapsed(`the lease was last renewed ${Math.round(age)} ms ago`);
    },
  };
}

function readClocks() {
  return { monotonic: performance.now(), wall: Date.now() };
}
