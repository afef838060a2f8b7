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
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;

  function runIn(waitMs: number): void {
    timer = setTimeout(() => (underWay = run()), waitMs);
  }

  async function run(): Promise<void> {
    const startedAt = performance.now();
    await act().catch(onError);
    if (!stopped) runIn(Math.max(0, everyMs - (performance.now() - startedAt)));
  }

  runIn(everyMs);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
