import pg from "pg";
import { connectionSettings, type PoolUse } from "../../sql/process/database.ts";

/**
 * A client that disconnects when a query times out.
 *
 * pg reports the timeout but leaves the connection waiting for the old result, and graphile-worker returns clients to
 * the pool without their error: the next user would hang too. A client ended here leaves the pool when released.
 */
class ImpatientClient extends pg.Client {
  override query(...parameters: never): never {
    const result = (super.query as (...parameters: unknown[]) => unknown).apply(this, parameters);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === "Query read timeout") this.end().catch(() => {});
      });
    }
    return result as never;
  }
}

/** How long a finished job waits for a connection to be released on: the process ends if it gets none. */
const WAIT_MS = 10_000;

/**
 * Makes a connection pool for queue runners, with at most `size` connections. graphile-worker's own would close before
 * the last job's completion is written, and has no timeouts.
 *
 * @param onError called when a connection breaks; the pool replaces it
 */
export function createQueuePool(databaseUrl: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    Client: ImpatientClient,
    max: size,
    ...connectionSettings,
    connectionTimeoutMillis: WAIT_MS,
    application_name: "workers-queue",
  });
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return pool;
}

/** The current use of a pool of queue runners. */
export function useOf({ totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return { inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
