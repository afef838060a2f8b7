import type { Request, RequestHandler, Response } from "express";
import type { ReadStale, Replica } from "../../sql/process/connections/create-replica.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import type { DatabaseUser } from "../../sql/process/connections/connect-fairly.ts";
import { callerIp } from "./caller-ip.ts";
import { subscriberOf } from "./limits/networks.ts";

/**
 * The connections of a process, for GET requests and for all others. A statement of a GET ends after a second. The
 * replica exists if DATABASE_READ_URL is set.
 */
export type Pools = { reads: Database; writes: Database; replica?: Replica };

/** For a request that waits for no worker: a connection (2 s) and the longest statement (5 s) fit in. */
const SHORTEST_MS = 8_000;

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      /** The response's deadline, on the clock of performance.now(). */
      deadline: number;
    }
  }
}

/** Sets each request's deadline: as long as a request may wait for a worker, and at least eight seconds. */
export function limitTime(responseTimeoutMs: number): RequestHandler {
  return (_request, response, next) => {
    response.locals.deadline = performance.now() + Math.max(SHORTEST_MS, responseTimeoutMs);
    next();
  };
}

/** Runs the reader of the body, and moves the deadline by its time: a slow sender does not use up ours. */
export function inOwnTime(readBody: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    readBody(request, response, (error?: unknown) => {
      response.locals.deadline += performance.now() - startedAt;
      next(error);
    });
  };
}

/**
 * A pool for one request: until its deadline, within the share of its merchant, or of its address before
 * authentication, and within the share of `group`: by default the key's environment, the dashboard, or requests without
 * either.
 */
export function databaseFor(
  pool: Database,
  request: Request,
  response: Response,
  group: string = groupOf(response),
): Connection {
  return pool.for(userOf(request, response, group));
}

/** Reads that may be some seconds old, within the same shares: on the replica, otherwise with `database`. */
export function staleReadsFor(
  replica: Replica | undefined,
  database: Connection,
  request: Request,
  response: Response,
  group: string = groupOf(response),
): ReadStale {
  if (replica === undefined) return (run) => run(database);
  return (run) => replica.read(userOf(request, response, group), run, () => run(database));
}

function userOf(request: Request, response: Response, group: string): DatabaseUser {
  return { owner: ownerOf(request, response), group, deadline: response.locals.deadline };
}

function groupOf({ locals: { caller, session } }: Response): string {
  return caller?.environment ?? (session === undefined ? "public" : "dashboard");
}

function ownerOf(request: Request, { locals: { caller, session } }: Response): string {
  const merchantId = caller?.merchantId ?? session?.merchantId;
  if (merchantId !== undefined && merchantId !== null) return `merchant ${merchantId}`;
  if (session !== undefined) return `person ${session.personId}`;
  return `address ${subscriberOf(callerIp(request))}`;
}
