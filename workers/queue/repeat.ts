export type Repeating = { stop(): Promise<void> };

/**
 * Does something every so many milliseconds, one at a time, until stopped. What it throws goes to `onError` and does
 * not end the repetition. `stop` waits for the one under way.
 */
export function repeat(
  everyMs: number,
  onError: (error: unknown) => void,
  act: () => Promise<void>,
): Repeating {
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  async function turn(): Promise<void> {
    const startedAt = performance.now();
    await act().catch(onError);
    if (!stopped) plan(Math.max(0, everyMs - (performance.now() - startedAt)));
  }

  function plan(waitMs: number): void {
    timer = setTimeout(() => (underWay = turn()), waitMs);
  }

  plan(everyMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
