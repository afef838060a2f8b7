import pg from "pg";
import {
  createBigintTypeParser,
  createPool,
  SchemaValidationError,
  type CommonQueryMethods,
  type DatabasePool,
  type Interceptor,
} from "slonik";
import { z } from "zod";
import { sql } from "./sql-tag.ts";

/** What queries take: a pool, one of its connections, or a transaction. */
export type Connection = Pick<
  CommonQueryMethods,
  "any" | "anyFirst" | "maybeOne" | "maybeOneFirst" | "one" | "oneFirst" | "query" | "transaction"
>;

export type Database = Connection & { end(): Promise<void> };

/** No connection was available in time, so no statement was sent: trying again later is safe. */
export class NoDatabaseConnection extends Error {
  override name = "NoDatabaseConnection";
}

export type DatabaseOptions = {
  url: string;
  /** The most connections. */
  maxPoolSize: number;
  applicationName: string;
  /** How long a query waits for a free connection, in milliseconds. Two seconds unless it says so. */
  waitMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onError?: (error: Error) => void;
};

const CONNECT_MS = 2_000;
const LOCK_MS = 3_000;
const STATEMENT_MS = 5_000;
/**
 * Our own limit, in case the network drops everything. Longer than the server's limit, so that normally the server's
 * error comes first.
 */
const QUERY_MS = 6_000;

/** The timeouts of every connection to PostgreSQL, for pools that slonik does not make. */
export const connectionTimeouts = {
  connectionTimeoutMillis: CONNECT_MS,
  lock_timeout: LOCK_MS,
  statement_timeout: STATEMENT_MS,
  query_timeout: QUERY_MS,
  idle_in_transaction_session_timeout: STATEMENT_MS,
  keepAlive: true,
};

/**
 * Opens a pool of connections to the database at `url`; they connect when first used.
 *
 * Queries reject with NoDatabaseConnection if none is free or reachable within `waitMs`, and are cancelled after five
 * seconds. int8 arrives as bigint, timestamptz as Date, and every row is checked against its schema.
 */
export async function createDatabase(options: DatabaseOptions): Promise<Database> {
  // slonik does not pass these on to pg, which takes them from its defaults.
  Object.assign(pg.defaults, { query_timeout: QUERY_MS, lock_timeout: LOCK_MS, keepAlive: true });

  const url = new URL(options.url);
  url.searchParams.set("application_name", options.applicationName);
  const pool = await createPool(url.href, {
    maxPoolSize: options.maxPoolSize,
    connectionTimeout: CONNECT_MS,
    connectionRetryLimit: 0,
    statementTimeout: STATEMENT_MS,
    idleInTransactionSessionTimeout: STATEMENT_MS,
    idleTimeout: 60_000,
    // DISCARD ALL after every query would double the round trips; no query here uses SET or session locks.
    resetConnection: async () => {},
    typeParsers: [createBigintTypeParser(), { name: "timestamptz", parse: (text) => new Date(text) }],
    interceptors: [checkRows],
  });
  pool.on("error", options.onError ?? (() => {}));

  const within = <Result>(run: (connection: Connection) => Promise<Result>) =>
    connectWithin(pool, options.waitMs ?? CONNECT_MS, run);
  return {
    any: (query) => within((connection) => connection.any(query)),
    anyFirst: (query) => within((connection) => connection.anyFirst(query)),
    maybeOne: (query) => within((connection) => connection.maybeOne(query)),
    maybeOneFirst: (query) => within((connection) => connection.maybeOneFirst(query)),
    one: (query) => within((connection) => connection.one(query)),
    oneFirst: (query) => within((connection) => connection.oneFirst(query)),
    query: (query) => within((connection) => connection.query(query)),
    transaction: (handler, retryLimit) => within((connection) => connection.transaction(handler, retryLimit)),
    end: () => pool.end(),
  };
}

/** Runs queries in a transaction in which PostgreSQL refuses every write. */
export function inReadOnlyTransaction<Result>(
  database: Connection,
  run: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction.query(sql.type(z.object({}))`set transaction read only`);
    return run(transaction);
  });
}

/**
 * slonik waits without limit for a free connection. Here the wait ends after `milliseconds`, and a connection that
 * comes later is returned unused: after NoDatabaseConnection nothing was or will be sent.
 */
function connectWithin<Result>(
  pool: DatabasePool,
  milliseconds: number,
  run: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let state: "waiting" | "connected" | "given up" = "waiting";
    const giveUp = (cause?: unknown) => {
      state = "given up";
      reject(new NoDatabaseConnection("no database connection was available in time", { cause }));
    };
    const timer = setTimeout(giveUp, milliseconds);

    pool
      .connect(async (connection) => {
        if (state === "given up") return;
        state = "connected";
        clearTimeout(timer);
        resolve(await run(connection));
      })
      .catch((error: unknown) => {
        clearTimeout(timer);
        if (state === "waiting") giveUp(error);
        else reject(error);
      });
  });
}

/** Checks each row against the zod schema of its query; slonik only takes the types from it. */
const checkRows: Interceptor = {
  name: "check-rows",
  transformRowAsync: async ({ resultParser }, query, row) => {
    if (resultParser === undefined) return row;
    const result = await resultParser["~standard"].validate(row);
    if (result.issues === undefined) return result.value as typeof row;
    throw new SchemaValidationError(query, row, result.issues);
  },
};
