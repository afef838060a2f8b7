import type { RequestHandler } from "express";

declare global {
  namespace Express {
    interface Locals {
      /** Why the request is over its caller's limit, if it is. */
      overLimit?: unknown;
    }
  }
}

/**
 * Counts a request towards its caller's limit before missing rights are refused: such a request costs a lookup too. In
 * the documented order these refusals come first, so refuseOverLimit comes after them.
 */
export function countRequest(limit: RequestHandler): RequestHandler {
  return (request, response, next) =>
    limit(request, response, (refusal?: unknown) => {
      response.locals.overLimit = refusal;
      next();
    });
}

/** Refuses a request that countRequest found to be over the limit. */
export const refuseOverLimit: RequestHandler = (_request, response, next) => next(response.locals.overLimit);
