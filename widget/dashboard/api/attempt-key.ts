import { useState } from "react";
import { ApiError } from "./api-error.ts";
import { keepInBrowser, readFromBrowser } from "./browser-storage.ts";

/**
 * The Idempotency-Key of a form: however often it is sent, one thing is created. `settled` takes the outcome of each
 * try. While that is unclear, the next form of this name has the same key, also after the page was loaded again: what
 * was received before is not created a second time.
 */
export function useAttemptKey(form: string): { key: string; settled: (error: Error | null) => void } {
  const name = `dashboard-unclear-${form}`;
  const [key] = useState(() => readFromBrowser("sessionStorage", name) ?? crypto.randomUUID());
  return {
    key,
    settled: (error) => keepInBrowser("sessionStorage", name, isUnclear(error) ? key : undefined),
  };
}

/** Whether nobody knows if the service did what was asked. */
export function isUnclear(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.status > 0 && error.status < 500);
}
