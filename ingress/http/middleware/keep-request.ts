import type { RequestHandler } from "express";
import type { RequestLog } from "../../merchants/request-log.ts";
import { callerIp } from "../caller-ip.ts";

/** What stands in the log for a caller that was gone before the response was complete; nobody received it. */
const CALLER_GONE = 499;

/**
 * Notes the requests of a merchant for its own log, when they end: those that came with a key of its, also where that
 * was not enough, and what its people change. What people only look at is not in it.
 */
export function keepRequest(requestLog: RequestLog): RequestHandler {
  return (request, response, next) => {
    const arrivedAt = Date.now();
    const started = performance.now();
    response.once("close", () => {
      const { caller, session, routePath, problemCode } = response.locals;
      if (caller === undefined || routePath === undefined) return;
      if (session !== undefined && request.method === "GET") return;
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
        arrivedAt,
        durationMs: Math.round(performance.now() - started),
      });
    });
    next();
  };
}
