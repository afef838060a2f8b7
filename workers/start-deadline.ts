/** Dispose of it when what it limits has ended. */
export type Deadline = Disposable & { signal: AbortSignal };

const endings = new WeakMap<AbortSignal, number>();

/** Returns how long it is until a signal of startDeadline() aborts, in milliseconds; Infinity for any other signal. */
export function timeLeft(signal: AbortSignal): number {
  if (signal.aborted) return 0;
  return Math.max(0, (endings.get(signal) ?? Infinity) - performance.now());
}

/**
 * Returns a signal that aborts after `ms`, with a TimeoutError, or when `stop` does, with its reason.
 *
 * AbortSignal.timeout() and AbortSignal.any() would keep all that listens to them until the time is over, however early
 * the end came. Hundreds of attempts a second with 15 seconds each took most of a process's memory.
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
