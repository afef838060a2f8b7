import { setTimeout as sleep } from "node:timers/promises";

/** Between two tries. */
const LEAST_MS = 20;
const MOST_MS = 250;

/**
 * Tries an assertion until it holds, and fails with its last error after `withinMs`: what the platform promises, or so
 * long that a busy machine does not fail a test.
 */
export async function eventually<Result>(
  assertion: () => Promise<Result> | Result,
  withinMs = 60_000,
): Promise<Result> {
  const start = performance.now();
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() - start > withinMs) throw error;
    }
    // The longer it takes, the less often it looks: what is waited for needs the processor too.
    await sleep(Math.min(MOST_MS, Math.max(LEAST_MS, (performance.now() - start) / 20)));
  }
}

/**
 * Repeats an attempt until it takes no more than so many milliseconds, for a minute at most: a busy machine slows
 * single attempts. The assertions of each attempt have to hold.
 */
export async function possibleWithin(milliseconds: number, attempt: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const start = performance.now();
    await attempt();
    const took = performance.now() - start;
    if (took < milliseconds) return;
    if (performance.now() > deadline) throw new Error(`took ${Math.round(took)} ms, not ${milliseconds}`);
  }
}
