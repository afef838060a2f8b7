import { useSyncExternalStore } from "react";
import { ApiError } from "../../api/api-error.ts";

const SECOND = 1_000;
const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all countdowns, and none without one. */
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

/** The seconds until a refused request may be retried, counting down to 0; 0 if the service named no time. */
export function useWait(error: unknown): number {
  const read = () => secondsLeft(error, Date.now());
  return useSyncExternalStore(read() > 0 ? subscribe : never, read);
}

/** The same at a time in Unix milliseconds. */
export function secondsLeft(error: unknown, now: number): number {
  const retryAt = error instanceof ApiError ? error.retryAt : undefined;
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil((retryAt - now) / SECOND));
}
