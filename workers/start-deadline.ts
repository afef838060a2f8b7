/** Dispose of it when the limited work has ended. */
export type Deadline = Disposable & { signal: AbortSignal };

const endings = new WeakMap<AbortSignal, number>();

/** Returns the milliseconds until a signal of startDeadline() aborts; Infinity for any other signal. */
export function timeLeft(signal: AbortSignal): number {
  if (signal.aborted) return 0;
  return Math.max(0, (endings.get(signal) ?? Infinity) - performance.now());
}

/**
 * Returns a signal that aborts after `ms`, with a TimeoutError, or when `stop` does, with its reason.
 *
 * AbortSignal.timeout() and AbortSignal.any() would keep all their listeners until the time is over, even after an
 * early end. Hundreds of attempts a second with 15 seconds each took most of a process's memory.
 */
export function startDeadline(ms: number, stop: AbortSignal): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(stop.reason);
  if (stop.aborted) abort();
  stop.addEventListener("abort", abort);
  const timer = setTimeout(() => controller.abort(new DOMException("the time is over", "TimeoutError")), ms);
  endings.set(controller.signal, performance.now() + Math.min(ms, timeLeft(stop)));
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", abort);
    },
  };
}
