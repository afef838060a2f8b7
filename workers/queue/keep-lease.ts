import type { TaskList } from "graphile-worker";
import type { Connection } from "../../sql/process/database.ts";
import { heartbeatTask, recordHeartbeat } from "../../sql/queue/workers/workers.ts";
import { repeat, type Repeating } from "./repeat.ts";

/** The same as in SQL's record_heartbeat. */
const LEASE_MS = 3_000;
/** One lost renewal does no harm. */
const RENEW_MS = 1_000;
/** So many renewals queue one heartbeat job. If that one fails, the next is done before serve-health.ts objects. */
const RENEWALS_PER_JOB = 4;
/** For half a minute the queue accepted heartbeats and the runner ran none: only a new process helps. */
const MOST_RENEWALS = 28;

export type Lease = Repeating & {
  /** The name in which this process locks jobs: see worker_processes. */
  name: string;
  /**
   * Throws unless the lease is valid: call it before taking a job, which others may run by now. A process that was
   * paused, or whose event loop was blocked, finds out here, before the database tells it.
   */
  require: () => void;
  /** Milliseconds since the lease was last renewed; once that reaches its duration, it has expired. */
  ageMs: () => number;
  /** To be added to the tasks of the queue that heartbeats are in. */
  taskList: TaskList;
  /** When a heartbeat job last completed, in monotonic milliseconds; before the first, when this started. */
  lastHeartbeat: () => number;
};

type Options = {
  workerId: bigint;
  /** A small number that no other living process has: nobody else can take this one's heartbeats. */
  slot: number;
  /** No heartbeats are queued then, since no job is taken. */
  isStopping: () => boolean;
  /** Called every second with the queues that have due jobs: notifications of them may be lost. */
  onDue: (queues: readonly string[]) => void;
  /** The process has to end. */
  onFatal: (reason: string) => void;
  onError: (error: unknown) => void;
};

/**
 * Renews this process's lease every second, the first time after a second: call it right after registering the process.
 * SQL then also unlocks the jobs of processes whose lease has expired, and returns the queues that have due jobs: an
 * idle one is not polled. With it goes, every four seconds, a heartbeat job, whose completion proves that this process
 * still takes and runs jobs.
 */
export function keepLease(
  database: Connection,
  { workerId, slot, isStopping, onDue, onFatal, onError }: Options,
): Lease {
  let renewedAt = readClocks();
  let lastHeartbeat = performance.now();
  /** Since a heartbeat job completed. */
  let renewals = 0;

  const repeating = repeat(RENEW_MS, onError, async () => {
    // The lease counts from when the database records it, which is not before this.
    const sentAt = readClocks();
    const withJob = renewals % RENEWALS_PER_JOB === 0 && !isStopping();
    const due = await recordHeartbeat(database, { workerId, withJob });
    // Our row is gone, and our jobs may run elsewhere.
    if (due === null) return onFatal("another process took this one for dead");
    renewedAt = sentAt;
    if (withJob && renewals >= MOST_RENEWALS) onFatal("jobs are queued and none is taken");
    renewals += 1;
    onDue(due);
  });
  const ageMs = () => {
    const now = readClocks();
    // The monotonic clock may stand still while the machine sleeps; the other one may be set.
    return Math.max(now.monotonic - renewedAt.monotonic, now.wall - renewedAt.wall);
  };
  // From 1, so that the next job is queued after the usual time.
  const complete = () => {
    lastHeartbeat = performance.now();
    renewals = 1;
  };
  return {
    ...repeating,
    name: String(workerId),
    ageMs,
    require: () => {
      const age = ageMs();
      if (age >= LEASE_MS) throw new Error(`the lease was last renewed ${Math.round(age)} ms ago`);
    },
    taskList: { [heartbeatTask(slot)]: complete },
    lastHeartbeat: () => lastHeartbeat,
  };
}

function readClocks() {
  return { monotonic: performance.now(), wall: Date.now() };
}
