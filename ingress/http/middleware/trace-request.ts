import type { RequestHandler } from "express";
import { createTraceId, rootOf, runInScope } from "../../../sql/tracing/trace.ts";

/**
 * Begins a trace for each request: its lines in the log, the rows that it writes, their jobs and webhooks belong to it.
 * A traceparent of the caller's never becomes ours: whoever sends it could make one trace of very many requests, or
 * write into somebody else's.
 */
export const traceRequest: RequestHandler = (request, _response, next) => {
  runInScope(rootOf(createTraceId()), { requestId: request.requestId }, next);
};
