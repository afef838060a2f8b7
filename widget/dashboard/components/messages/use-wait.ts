import { useSyncExternalStore } from "react";
import { ApiError } from "../../api/api-error.ts";

const SECOND = 1_000;
const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all that count down, and none while nothing does. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => listeners.forEach((tell) => tell()), SECOND);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

const never = () => () => {};

/** How many seconds it is until what was refused may be tried again, counting down to 0; 0 where nothing was said. */
export function useWait(error: unknown): number {
  const read = () => secondsLeft(error, Date.now());
  return useSyncExternalStore(read() > 0 ? subscribe : never, read);
}

/** The same at a time in Unix milliseconds. */
export function secondsLeft(error: unknown, now: number): number {
  const retryAt = error instanceof ApiError ? error.retryAt : undefined;
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now) / SECOND));
}
