import { useRef } from "react";
import { ApiError } from "./api-error.ts";
import { keepInBrowser, readFromBrowser } from "./browser-storage.ts";
import { shownMerchant } from "./client.ts";

/** Whoever fills in the same form later than this means another payment. docs/dashboard.md promises it. */
const KEPT_MS = 10 * 60_000;

/** The keys of tries whose outcome this page will hear: another form has one of its own. */
const underWay = new Set<string>();

/**
 * The Idempotency-Key of a form: however often it is sent, it creates one thing. `key` is for one try, and `settled`
 * takes its outcome. A page that is closed or loaded again hears of no outcome, so the browser keeps the key from
 * before the try on: the next form of this name and business uses it too, unless it is old.
 */
export function useAttemptKey(form: string): { key: () => string; settled: (error: Error | null) => void } {
  const name = `dashboard-attempt-${shownMerchant()}-${form}`;
  const mine = useRef<string>(undefined);
  return {
    key: () => {
      const key = (mine.current ??= keptKey(name) ?? crypto.randomUUID());
      underWay.add(key);
      keep(name, key);
      return key;
    },
    settled: (error) => {
      const key = mine.current;
      if (key === undefined) return;
      underWay.delete(key);
      const isUsed = error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_CONFLICT";
      // Other refusals say nothing about an earlier try with this key. Another form may have stored its own meanwhile.
      if (error !== null && !isUsed) return keep(name, key);
      mine.current = undefined;
      if (keptKey(name) === key) keepInBrowser("sessionStorage", name, undefined);
    },
  };
}

const keep = (name: string, key: string) =>
  keepInBrowser("sessionStorage", name, JSON.stringify([key, Date.now()]));

function keptKey(name: string): string | undefined {
  const [key, at] = JSON.parse(readFromBrowser("sessionStorage", name) ?? "[]") as [string?, number?];
  if (key === undefined || at === undefined || underWay.has(key)) return undefined;
  return Date.now() - at < KEPT_MS ? key : undefined;
}
