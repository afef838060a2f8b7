import { useState } from "react";
import { ApiError } from "./api-error.ts";
import { keepInBrowser, readFromBrowser } from "./browser-storage.ts";

/**
 * The Idempotency-Key of a form: however often it is sent, it creates one thing. `settled` takes each try's outcome.
 * While that is unclear, the next form of this name uses the same key, even after a reload, so nothing is created
 * twice.
 */
export function useAttemptKey(form: string): { key: string; settled: (error: Error | null) => void } {
  const name = `dashboard-unclear-${form}`;
  const [key] = useState(() => readFromBrowser("sessionStorage", name) ?? crypto.randomUUID());
  return {
    key,
    settled: (error) => keepInBrowser("sessionStorage", name, isUnclear(error) ? key : undefined),
  };
}

/** Whether it is unknown if the service did it. */
export function isUnclear(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.status > 0 && error.status < 500);
}
