/** Dispose of it when what it limits has ended. */
export type Deadline = Disposable & { signal: AbortSignal };

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
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", abort);
    },
  };
}
