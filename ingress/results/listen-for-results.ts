import type { Logger } from "pino";
import { keepListening } from "../../sql/process/connections/keep-listening.ts";
import { RESULTS_CHANNEL } from "../../sql/results/results.ts";

/** Notifications from workers: the result of a row, named by its `resultKey`, can be read. */
export type Results = {
  /** Calls `listener` at every notification of `key`, until the returned function is called. */
  listen(key: string, listener: () => void): () => void;
  close(): Promise<void>;
};

type Options = { databaseUrl: string; processConnections: number; log: Logger };

/** Listens for notifications on one connection for the whole process. */
export function listenForResults({ databaseUrl, processConnections, log }: Options): Results {
  const listenersByKey = new Map<string, Set<() => void>>();
  const connection = keepListening({
    databaseUrl,
    channel: RESULTS_CHANNEL,
    applicationName: "ingress-results",
    processConnections,
    log,
    // One may name several rows: notify_results().
    onNotification: (keys) => {
      for (const key of keys.split(" ")) listenersByKey.get(key)?.forEach((listener) => listener());
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
    close: () => connection.close(),
  };
}
