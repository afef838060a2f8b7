import { setTimeout as sleep } from "node:timers/promises";

type Ending = { code: number | null; signal: NodeJS.Signals | null };
type Running = AsyncDisposable & { ended: Promise<Ending> };

export type Supervised<Process extends Running> = AsyncDisposable & {
  /** How each process that ended by itself ended. */
  endings: Ending[];
  /** The process that runs now. */
  current(): Process;
};

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran for this long had started well: the next one has no pause. */
const STEADY_AFTER_MS = 10_000;

/**
 * Keeps a process running, as an operator's process manager does. One that ends is started again: at once where it was
 * killed or ran well; one that ends by itself again and again after a pause that grows, since each start costs far more
 * than what it fails at.
 */
export async function supervise<Process extends Running>(
  start: () => Process | Promise<Process>,
): Promise<Supervised<Process>> {
  const endings: Ending[] = [];
  const stopping = new AbortController();
  let running = await start();
  let startedAt = performance.now();

  async function watch(): Promise<void> {
    for (let pauseMs = 0; ;) {
      const ending = await running.ended;
      if (stopping.signal.aborted) return;
      endings.push(ending);
      if (ending.signal !== null || performance.now() - startedAt > STEADY_AFTER_MS) pauseMs = 0;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      pauseMs = Math.min(Math.max(FIRST_PAUSE_MS, pauseMs * 2), LONGEST_PAUSE_MS);
      running = await start();
      startedAt = performance.now();
      // It was asked to stop while the next one was started.
      if (stopping.signal.aborted) return void (await running[Symbol.asyncDispose]());
    }
  }
  const watching = watch();

  return {
    endings,
    current: () => running,
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await running[Symbol.asyncDispose]();
      await watching;
    },
  };
}
