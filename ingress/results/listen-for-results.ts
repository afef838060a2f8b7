import type { Logger } from "pino";
import { keepListening } from "../../sql/process/connections/keep-listening.ts";
import { RESULTS_CHANNEL } from "../../sql/results/results.ts";

/** Notifications from workers: the result of a row, named by its `resultKey`, can be read. */
export type Results = {
  /** Calls `listener` at every notification of `key`, until the returned function is called. */
  listen(key: string, listener: () => void): () => void;
  /** Whether a notification of `key` came lately. It may come before the response to the call that named the row. */
  wasNotified(key: string): boolean;
  close(): Promise<void>;
};

type Options = { databaseUrl: string; processConnections: number; log: Logger };

/** As often as waitForResult() polls: what is forgotten by then is found. */
const REMEMBERED_MS = 1_000;

/** Listens for notifications on one connection for the whole process. */
export function listenForResults({ databaseUrl, processConnections, log }: Options): Results {
  const listenersByKey = new Map<string, Set<() => void>>();
  /** When keys were notified, the oldest first. */
  const notifiedAt = new Map<string, number>();
  const forgetOld = (now: number) => {
    for (const [key, at] of notifiedAt) {
      if (now - at < REMEMBERED_MS) return;
      notifiedAt.delete(key);
    }
  };
  const connection = keepListening({
    databaseUrl,
    channel: RESULTS_CHANNEL,
    applicationName: "ingress-results",
    processConnections,
    log,
    // One may name several rows: notify_results().
    onNotification: (keys) => {
      const now = performance.now();
      forgetOld(now);
      for (const key of keys.split(" ")) {
        notifiedAt.delete(key);
        notifiedAt.set(key, now);
        listenersByKey.get(key)?.forEach((listener) => listener());
      }
    },
  });

  return {
    listen(key, listener) {
      const listeners = listenersByKey.get(key) ?? new Set();
      listenersByKey.set(key, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && listenersByKey.get(key) === listeners) listenersByKey.delete(key);
      };
    },
    wasNotified: (key) => notifiedAt.has(key),
    close: () => connection.close(),
  };
}
