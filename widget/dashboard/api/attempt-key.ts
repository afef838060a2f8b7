import { useRef } from "react";
import { ApiError } from "./api-error.ts";
import { keepInBrowser, readFromBrowser } from "./browser-storage.ts";

/** Whoever fills in the same form later than this means another payment. docs/dashboard.md promises it. */
const KEPT_MS = 10 * 60_000;

/**
 * The Idempotency-Key of a form: however often it is sent, it creates one thing. `key` is for one try, and `settled`
 * takes its outcome. A page that is closed or loaded again hears of no outcome, so the browser keeps the key from
 * before the try on: the next form of this name uses it too, unless it is old.
 */
export function useAttemptKey(form: string): { key: () => string; settled: (error: Error | null) => void } {
  const name = `dashboard-attempt-${form}`;
  const mine = useRef<string>(undefined);
  return {
    key: () => {
      mine.current ??= keptKey(name) ?? crypto.randomUUID();
      keepInBrowser("sessionStorage", name, JSON.stringify([mine.current, Date.now()]));
      return mine.current;
    },
    settled: (error) => {
      // Other refusals say nothing about an earlier try with this key.
      const isUsed = error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_CONFLICT";
      if (error !== null && !isUsed) return;
      mine.current = undefined;
      keepInBrowser("sessionStorage", name, undefined);
    },
  };
}

function keptKey(name: string): string | undefined {
  const [key, at] = JSON.parse(readFromBrowser("sessionStorage", name) ?? "[]") as [string?, number?];
  return at !== undefined && Date.now() - at < KEPT_MS ? key : undefined;
}

/** Whether it is unknown if the service did it. */
export function isUnclear(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError && error.status > 0 && error.status < 500);
}
