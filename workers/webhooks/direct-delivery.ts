import { runWithDeadline } from "../queue/run-with-deadline.ts";

type Options = {
  /** Delivers an event as its job would: claims it, sends it and records the attempt. */
  deliver: (eventId: bigint, signal: AbortSignal) => Promise<void>;
  /** The deadline of one delivery, in milliseconds. */
  limitMs: number;
  /** While as many are in progress, there is no room for others. */
  most: number;
  shutdownGraceMs: number;
  onStuck: (reason: string) => void;
  onError: (error: unknown) => void;
};

/**
 * Delivers events that this process has recorded a moment ago, without a job: adding, taking and removing one costs
 * PostgreSQL as much as the delivery. Everything else is as in a job. An event that is recorded without a job and not
 * delivered, because the process died or the database refused, gets its job from the sweep.
 */
export function createDirectDelivery(options: Options) {
  const { deliver, limitMs, most, shutdownGraceMs, onStuck, onError } = options;
  const stopped = new AbortController();
  const inProgress = new Set<Promise<void>>();
  let isOpen = true;
  return {
    /** Whether events may be recorded without a job now. */
    hasRoom: () => isOpen && inProgress.size < most,
    deliver(eventId: bigint): void {
      // The sweep gives it its job: an attempt that is aborted at once would count as a failed one.
      if (stopped.signal.aborted) return;
      const limits = {
        limitMs,
        abortSignal: stopped.signal,
        onStuck: () => onStuck("a direct delivery ignores its deadline"),
      };
      const delivery = runWithDeadline(limits, (signal) => deliver(eventId, signal))
        .catch(onError)
        .finally(() => inProgress.delete(delivery));
      inProgress.add(delivery);
    },
    /**
     * Has no room from now on, and aborts those in progress after the grace. Waits until they have ended, and before
     * for `jobs`: one that has recorded an event without a job still adds it.
     */
    async stop(jobs: Promise<unknown>): Promise<void> {
      isOpen = false;
      const grace = setTimeout(() => stopped.abort(), shutdownGraceMs);
      await jobs;
      while (inProgress.size > 0) await Promise.all(inProgress);
      clearTimeout(grace);
    },
  };
}

export type DirectDelivery = ReturnType<typeof createDirectDelivery>;
