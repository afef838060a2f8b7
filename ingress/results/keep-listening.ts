import pg from "pg";
import type { Logger } from "pino";
import { RESULTS_CHANNEL } from "../../sql/results.ts";

const HEARTBEAT_MS = 5_000;
const LONGEST_BACKOFF_MS = 5_000;

type Listening = { databaseUrl: string; log: Logger; onNotification: (key: string) => void };

/**
 * Keeps one connection open for notifications, and opens another when it breaks. A query every few seconds detects a
 * dead network.
 */
export function keepListening({ databaseUrl, log, onNotification }: Listening): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: "ingress-results",
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    client = next;
    let heartbeat: NodeJS.Timeout | undefined;
    const drop = (cause?: Error) => {
      clearInterval(heartbeat);
      if (client !== next) return;
      client = undefined;
      next.end().catch(() => {});
      if (closed) return;
      failures += 1;
      log.warn(
        { error: cause?.name, failures },
        "the connection for results broke; polling until it is back",
      );
      retry = setTimeout(() => void connect(), Math.min(LONGEST_BACKOFF_MS, 100 * 2 ** failures));
    };
    next.on("error", drop);
    next.on("end", () => drop());
    next.on("notification", ({ payload }) => onNotification(payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${RESULTS_CHANNEL}`);
      failures = 0;
      heartbeat = setInterval(() => void next.query("select 1").catch(drop), HEARTBEAT_MS);
    } catch (error) {
      drop(error as Error);
    }
  };

  void connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
