import { setTimeout as sleep } from "node:timers/promises";

/**
 * Tries an assertion until it holds, and fails with its last error after `withinMs`. What workers do takes as long as it
 * takes; the limit is what the platform promises, or generous.
 */
export async function eventually<Result>(
  assertion: () => Promise<Result> | Result,
  withinMs = 15_000,
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
