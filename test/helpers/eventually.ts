import { setTimeout as sleep } from "node:timers/promises";

/**
 * Tries an assertion until it holds, and fails with its last error after `withinMs`: what the platform promises, or so
 * long that a busy machine does not fail a test.
 */
export async function eventually<Result>(
  assertion: () => Promise<Result> | Result,
  withinMs = 60_000,
): Promise<Result> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(50);
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
