import type { RequestHandler } from "express";
import type { RequestLog } from "../../requests/create-request-log.ts";
import { callerIp } from "../caller-ip.ts";

/** The status that the log shows where the caller disconnected before it had the whole response. */
const CALLER_GONE = 499;

/**
 * Adds requests to the log that their merchant can read, when they end: those with one of its API keys, refused ones
 * included, and what its people change in the dashboard. What people only read there is left out.
 */
export function keepRequest(requestLog: RequestLog): RequestHandler {
  return (request, response, next) => {
    const arrivedAt = Date.now();
    const started = performance.now();
    response.once("close", () => {
      const { caller, session, routePath, problemCode } = response.locals;
      if (caller === undefined || routePath === undefined) return;
      if (session !== undefined && request.method === "GET") return;
      const ignoredFields = response.getHeader("ignored-fields");
      requestLog.note({
        merchantId: caller.merchantId,
        environment: caller.environment,
        caller: caller.key,
        address: callerIp(request),
        requestId: request.requestId,
        method: request.method,
        path: routePath,
        status: response.writableFinished ? response.statusCode : CALLER_GONE,
        errorCode: problemCode,
        ignoredFields: typeof ignoredFields === "string" ? ignoredFields : undefined,
        arrivedAt,
        durationMs: Math.round(performance.now() - started),
      });
    });
    next();
  };
}
