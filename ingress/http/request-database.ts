import type { Request, RequestHandler, Response } from "express";
import type { Connection, Database } from "../../sql/database.ts";
import { callerIp } from "./caller-ip.ts";
import { subscriberOf } from "./networks.ts";

/** The connections of a process, for GET requests and for all others. A statement of a GET ends after a second. */
export type Pools = { reads: Database; writes: Database };

/** For a request that waits for no worker: a connection (2 s) and the longest statement (5 s) fit in. */
const SHORTEST_MS = 8_000;

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      /** When the request has to be answered, on the clock of performance.now(). */
      deadline: number;
    }
  }
}

/** Gives each request its time: as long as one may wait for a worker, and at least eight seconds. */
export function limitTime(answerTimeoutMs: number): RequestHandler {
  return (_request, response, next) => {
    response.locals.deadline = performance.now() + Math.max(SHORTEST_MS, answerTimeoutMs);
    next();
  };
}

/** Runs the reader of the body. A slow sender uses its own time, not ours. */
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
 * A pool as one request may use it: until its deadline, within the share of its merchant, or of its address while the
 * merchant is not known, and within the share of `group`: by default the key's environment, or those without a key.
 */
export function databaseFor(
  pool: Database,
  request: Request,
  response: Response,
  group: string = response.locals.caller?.environment ?? "public",
): Connection {
  const { caller, deadline } = response.locals;
  const owner =
    caller === undefined ? `address ${subscriberOf(callerIp(request))}` : `merchant ${caller.merchantId}`;
  return pool.for({ owner, group, deadline });
}
