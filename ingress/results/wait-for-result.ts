import type { Logger } from "pino";
import { keepListening } from "./keep-listening.ts";
import { Problem } from "../http/problems.ts";

const POLL_MS = 1_000;

export type Results = {
  /**
   * Waits for a row that a worker will answer. `read` returns what the caller wants to know, or undefined while
   * there is nothing yet; it is called at once, whenever a notification names `key`, and every second besides,
   * since a notification can be lost. Raises INTERNAL_ERROR when `timeoutMs` have passed.
   */
  waitFor<Row>(key: string, read: () => Promise<Row | undefined>, timeoutMs: number): Promise<Row>;
  /** Calls `listener` whenever a notification names `key`, until the function that is returned is called. */
  listen(key: string, listener: () => void): () => void;
  close(): Promise<void>;
};

/** Listens on one connection for all the waits of this process; where the connection breaks, it makes another. */
export function listenForResults({ databaseUrl, log }: { databaseUrl: string; log: Logger }): Results {
  const waiting = new Map<string, Set<() => void>>();
  const connection = keepListening({
    databaseUrl,
    log,
    onNotification: (key) => waiting.get(key)?.forEach((wake) => wake()),
  });

  const listen = (key: string, listener: () => void) => {
    const listeners = waiting.get(key) ?? new Set();
    waiting.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && waiting.get(key) === listeners) waiting.delete(key);
    };
  };

  return {
    listen,
    async waitFor(key, read, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      let failure: unknown;
      let notified = false;
      let wake = () => {};
      const stopListening = listen(key, () => {
        notified = true;
        wake();
      });
      try {
        for (;;) {
          notified = false;
          // A read that fails is tried again: the question is on its way already, and the deadline bounds it all.
          const row = await read().catch((error: unknown) => {
            failure = error;
            return undefined;
          });
          if (row !== undefined) return row;
          const left = deadline - Date.now();
          if (left <= 0) throw new Problem("INTERNAL_ERROR", "No answer came in time.", { cause: failure });
          if (!notified) await sleepUntil((resume) => (wake = resume), Math.min(POLL_MS, left));
        }
      } finally {
        stopListening();
      }
    },
    close: () => connection.close(),
  };
}

/** Ends when the function given to `wakeUp` is called, or after so many milliseconds. */
function sleepUntil(wakeUp: (resume: () => void) => void, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wakeUp(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
