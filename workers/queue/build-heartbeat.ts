import type { TaskList } from "graphile-worker";

export type Heartbeat = {
  /** No other process has this slot, so none can take the job. */
  name: string;
  taskList: TaskList;
  /** Monotonic milliseconds at which a heartbeat job last completed; of the start, before the first. */
  lastCompleted: () => number;
  /** To be called for each heartbeat queued; returns how many have been since one last completed. */
  countQueued: () => number;
};

/** Makes the task that proves, once a second, that this process still takes jobs from the queue and runs them. */
export function buildHeartbeat(slot: number): Heartbeat {
  const name = `heartbeat_${slot}`;
  let lastCompleted = performance.now();
  let queued = 0;
  return {
    name,
    taskList: {
      [name]: () => {
        lastCompleted = performance.now();
        queued = 0;
      },
    },
    lastCompleted: () => lastCompleted,
    countQueued: () => (queued += 1),
  };
}
