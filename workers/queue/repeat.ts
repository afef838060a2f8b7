import { setTimeout } from "node:timers/promises";

export type Repeating = {
  /** Ends the repetition, and waits for the run in progress. */
  stop(): Promise<void>;
};

/**
 * Calls `act` every `everyMs` milliseconds until stopped, the first time after that long, never twice at once. What
 * it throws goes to `onError` and does not end the repetition.
 */
export function repeat(
  everyMs: number,
  onError: (error: unknown) => void,
  act: () => Promise<void>,
): Repeating {
  const stopped = new AbortController();
  const isTime = (at: number) =>
    setTimeout(Math.max(0, at - performance.now()), true, { signal: stopped.signal }).catch(() => false);

  async function run(): Promise<void> {
    let startedAt = performance.now();
    while (await isTime(startedAt + everyMs)) {
      startedAt = performance.now();
      await act().catch(onError);
    }
  }

  const running = run();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}
