import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { inThisScope } from "../../../sql/process/tracing/trace.ts";
import { measureRequest } from "../request-metrics.ts";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      /** The path as declared, /v1/payouts/:reference: the caller's own values are not logged. */
      routePath?: string;
      /** Whether the request changes nothing; known once it is handled. */
      isRead?: boolean;
      keyReference?: string;
    }
  }
}

/**
 * Logs one line for each request when it ends, and counts it. Never a query string, header or body: they contain
 * personal data.
 */
export function logRequest(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const end = inThisScope(() => {
      const ms = (response.locals.refusedAt ?? performance.now()) - started;
      measureRequest(request, response, ms / 1000);
      log.info(
        {
          method: request.method,
          route: response.locals.routePath,
          status: response.statusCode,
          ms: Math.round(ms),
          key: response.locals.keyReference,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        "request",
      );
    });
    response.once("close", end);
    next();
  };
}
