import type { TaskList } from "graphile-worker";
import type { Connection } from "../../sql/process/database.ts";
import { enqueueHeartbeat, heartbeatTask } from "../../sql/queue/workers/workers.ts";
import { repeat, type Repeating } from "./repeat.ts";

const HEARTBEAT_MS = 2_000;
/** For half a minute the queue accepted heartbeats and the runner ran none: only a new process helps. */
const MAX_WAITING = 15;

type Options = {
  /** A small number that no other living process has: nobody else can take this one's heartbeats. */
  slot: number;
  /** No jobs are taken any more; the process has to end. */
  onStuck: () => void;
  onError: (error: unknown) => void;
};

export type Heartbeat = Repeating & {
  /** To be added to the tasks of the queue that heartbeats are in. */
  taskList: TaskList;
  /** When a heartbeat job last completed, in monotonic milliseconds; before the first, when this started. */
  lastCompleted: () => number;
};

/** Queues a job every two seconds, whose completion proves that this process still takes and runs jobs. */
export function startHeartbeat(database: Connection, { slot, onStuck, onError }: Options): Heartbeat {
  let lastCompleted = performance.now();
  let waiting = 0;

  const repeating = repeat(HEARTBEAT_MS, onError, async () => {
    await enqueueHeartbeat(database, { slot });
    waiting += 1;
    if (waiting > MAX_WAITING) onStuck();
  });

  const complete = () => {
    lastCompleted = performance.now();
    waiting = 0;
  };
  return { ...repeating, taskList: { [heartbeatTask(slot)]: complete }, lastCompleted: () => lastCompleted };
}
