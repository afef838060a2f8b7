import type { TaskList } from "graphile-worker";

export type Heartbeat = {
  /** No other process has this slot, so none can take the job. */
  name: string;
  taskList: TaskList;
  /** Monotonic milliseconds at which a heartbeat job last completed; of the start, before the first. */
  lastCompleted: () => number;
};

/** Makes the task that proves, once a second, that this process still takes jobs from the queue and runs them. */
export function buildHeartbeat(slot: number): Heartbeat {
  const name = `heartbeat_${slot}`;
  let lastCompleted = performance.now();
  return {
    name,
    taskList: {
      [name]: () => {
        lastCompleted = performance.now();
      },
    },
    lastCompleted: () => lastCompleted,
  };
}
