import type { WorkerEvents } from "graphile-worker";

/** One worker that waits for a connection must not keep the others from looking for jobs for long. */
const LONGEST_LOOK_MS = 500;

/**
 * Shares the slots of a queue between merchants: the jobs of one merchant hold at most half of them, however many
 * wait, so that another merchant's job starts at once. Returns the function that graphile-worker calls before it looks
 * for a job. It names the merchants (as "flags" of jobs) whose jobs to skip. Skipped jobs are still read each time, so
 * where many could wait, SQL adds only a few of a merchant's jobs at a time (queue_next_jobs).
 *
 * Workers look for jobs one after the other, because each must know what the others have started.
 */
export function shareSlots(events: WorkerEvents, slots: number): () => Promise<string[]> {
  const share = Math.ceil(slots / 2);
  const running = new Map<string, number>();
  const count = (flags: Record<string, true> | null, change: number) => {
    for (const flag of Object.keys(flags ?? {})) {
      const now = (running.get(flag) ?? 0) + change;
      if (now > 0) running.set(flag, now);
      else running.delete(flag);
    }
  };

  let endLook = () => {};
  let lastLook = Promise.resolve();
  events.on("job:start", ({ job }) => {
    count(job.flags, 1);
    endLook();
  });
  events.on("job:complete", ({ job }) => count(job.flags, -1));
  events.on("worker:getJob:empty", () => endLook());
  events.on("worker:getJob:error", () => endLook());

  return async () => {
    const before = lastLook;
    let end = () => {};
    lastLook = new Promise((resolve) => (end = resolve));
    await before;
    const timer = setTimeout(end, LONGEST_LOOK_MS);
    endLook = () => {
      clearTimeout(timer);
      end();
    };
    return [...running].filter(([, jobs]) => jobs >= share).map(([flag]) => flag);
  };
}
