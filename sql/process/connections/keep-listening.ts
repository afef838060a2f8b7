import pg from "pg";
import type { Logger } from "pino";
import { promiseConnections } from "./promise-connections.ts";

const HEARTBEAT_MS = 5_000;
const LONGEST_BACKOFF_MS = 5_000;

type Listening = {
  databaseUrl: string;
  channel: string;
  applicationName: string;
  /** The most connections that this process opens, this one included: others count them (promise-connections.ts). */
  processConnections: number;
  log: Logger;
  onNotification: (payload: string) => void;
};

/**
 * Keeps one connection open for the notifications of a channel, and opens another when it breaks. A query every few
 * seconds detects a dead network. Notifications sent meanwhile are lost: listeners must also poll.
 */
export function keepListening(listening: Listening): { close(): Promise<void> } {
  const { databaseUrl, channel, applicationName, processConnections, log, onNotification } = listening;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: promiseConnections(applicationName, processConnections),
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
        { channel, error: cause?.name, failures },
        "the connection for notifications broke; polling until it is back",
      );
      retry = setTimeout(() => void connect(), Math.min(LONGEST_BACKOFF_MS, 100 * 2 ** failures));
    };
    next.on("error", drop);
    next.on("end", () => drop());
    next.on("notification", ({ payload }) => onNotification(payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
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
