import {
  ConnectionError,
  createPool,
  SchemaValidationError,
  type CommonQueryMethods,
  type Interceptor,
} from "slonik";
import { z } from "zod";
import { createDriver } from "./connections/create-driver.ts";
import {
  CONNECT_MS,
  connectFairly,
  connectWithin,
  DeadlinePassed,
  type DatabaseUser,
} from "./connections/connect-fairly.ts";
import { createFairQueue } from "./connections/fair-queue.ts";
import { serverOptions, serverTimeouts } from "../install/role-limits.ts";
import { sql } from "./sql-tag.ts";
import { queryTracing } from "./tracing/query-tracing.ts";

/** What queries take: a pool, one of its connections, or a transaction. */
export type Connection = Pick<
  CommonQueryMethods,
  "any" | "anyFirst" | "maybeOne" | "maybeOneFirst" | "one" | "oneFirst" | "query" | "transaction"
>;

export type Database = Connection & {
  /** The pool for one of its users, with a fair share and a deadline. */
  for(user: DatabaseUser): Connection;
  /** Opens a connection. Rejects with what PostgreSQL or the network says if that fails. */
  connect(): Promise<void>;
  /** What the pool is used for now. */
  use(): PoolUse;
  end(): Promise<void>;
};

/** Busy and free connections, and the queries that wait for one. */
export type PoolUse = { inUse: number; idle: number; waiting: number };

export type DatabaseOptions = {
  url: string;
  /** The most connections. */
  maxPoolSize: number;
  applicationName: string;
  /** How long a query waits for a free or new connection, in milliseconds. Two seconds by default. */
  waitMs?: number;
  /**
   * How long the server lets a statement run; five seconds by default. Behind a PgBouncer only our own timeout applies.
   */
  statementMs?: number;
  /**
   * Whether `url` leads to a PgBouncer that pools by transaction. It refuses the server's settings as parameters of
   * a connection, so those of the role apply (sql/install/role-limits.ts). False unless it says so.
   */
  isPooled?: boolean;
  /** Whether the server refuses every write of these connections. False by default. */
  isReadOnly?: boolean;
  /** Called when an idle connection breaks; the pool replaces it. */
  onError?: (error: Error) => void;
};

/**
 * Our own limit, in case the network drops everything. Longer than the server's limit, so that normally the server's
 * error comes first.
 */
const QUERY_MS = 6_000;

/** Our own timeouts of every connection. */
const ownTimeouts = { connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS, keepAlive: true };

/** The settings of every connection to PostgreSQL itself. */
export const connectionSettings = { ...ownTimeouts, ...serverTimeouts, options: serverOptions };

/**
 * Opens a pool of connections to the database at `url`; they connect when first used.
 *
 * Queries reject with NoDatabaseConnection if none is free or reachable within `waitMs`, and are cancelled by the
 * server after `statementMs`. int8 arrives as bigint, timestamptz as Date, and every row is checked against its schema.
 */
export async function createDatabase(options: DatabaseOptions): Promise<Database> {
  const url = new URL(options.url);
  url.searchParams.set("application_name", options.applicationName);
  const { isPooled = false, isReadOnly = false, statementMs = serverTimeouts.statement_timeout } = options;
  const driver = createDriver({
    connectionString: url.href,
    ...ownTimeouts,
    ...(options.waitMs !== undefined && { connectionTimeoutMillis: options.waitMs }),
    ...(!isPooled && { ...serverTimeouts, statement_timeout: statementMs, options: serverOptions }),
    ...(isReadOnly && { options: `${serverOptions} -c default_transaction_read_only=on` }),
    query_timeout: statementMs + QUERY_MS - serverTimeouts.statement_timeout,
  });
  const pool = await createPool(url.href, {
    driverFactory: driver,
    maxPoolSize: options.maxPoolSize,
    connectionRetryLimit: 0,
    idleTimeout: 60_000,
    // DISCARD ALL after every query would double the round trips; no query here uses SET or session locks.
    resetConnection: async () => {},
    interceptors: [...queryTracing(), checkRows],
  });
  pool.on("error", options.onError ?? (() => {}));

  const slots = { ...createFairQueue(options.maxPoolSize), respondedAt: 0 };
  return {
    ...connectionOf((run) => connectWithin(pool, options.waitMs ?? CONNECT_MS, run)),
    for: (user) => connectionOf((run) => connectFairly(pool, slots, user, run), user.deadline),
    connect: () => pool.connect(async () => {}).catch(throwCause),
    use: () => {
      const { acquiredConnections: inUse, idleConnections: idle, waitingClients } = pool.state();
      return { inUse, idle, waiting: waitingClients + slots.waiting() };
    },
    end: () => pool.end(),
  };
}

function throwCause(error: unknown): never {
  throw error instanceof ConnectionError && error.cause !== undefined ? error.cause : error;
}

type Within = <Result>(run: (connection: Connection) => Promise<Result>) => Promise<Result>;

/** A connection for each query. No transaction commits after the deadline: its caller was told that it failed. */
function connectionOf(within: Within, deadline = Infinity): Connection {
  return {
    any: (query) => within((connection) => connection.any(query)),
    anyFirst: (query) => within((connection) => connection.anyFirst(query)),
    maybeOne: (query) => within((connection) => connection.maybeOne(query)),
    maybeOneFirst: (query) => within((connection) => connection.maybeOneFirst(query)),
    one: (query) => within((connection) => connection.one(query)),
    oneFirst: (query) => within((connection) => connection.oneFirst(query)),
    query: (query) => within((connection) => connection.query(query)),
    transaction: (handler, retryLimit) =>
      within((connection) =>
        connection.transaction(async (transaction) => {
          const result = await handler(transaction);
          if (performance.now() >= deadline) throw new DeadlinePassed("the request's time is over");
          return result;
        }, retryLimit),
      ),
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
