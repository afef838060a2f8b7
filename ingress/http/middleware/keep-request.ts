import type { RequestHandler } from "express";
import type { RequestLog } from "../../requests/create-request-log.ts";
import { callerIp } from "../caller-ip.ts";

/** The log's status if the caller disconnected before it had the whole response. */
const CALLER_GONE = 499;

/**
 * Adds requests to their merchant's log when they end: those with one of its API keys, including refused ones, and its
 * people's changes in the dashboard, but not their reads. Reads of the log itself are not in it: who follows it would
 * fill it.
 */
export function keepRequest(requestLog: RequestLog): RequestHandler {
  return (request, response, next) => {
    const arrivedAt = Date.now();
    const started = performance.now();
    response.once("close", () => {
      const { caller, session, routePath, problemCode, isRead } = response.locals;
      if (caller === undefined || routePath === undefined) return;
      if (session !== undefined && (isRead || request.method === "GET")) return;
      if (routePath === "/v1/requests" && response.statusCode === 200) return;
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
