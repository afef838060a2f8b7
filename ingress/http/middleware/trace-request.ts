import type { Request, RequestHandler, Response } from "express";
import { beginTrace, isExporting, subjectAttributes, type Span } from "../../../sql/process/tracing/spans.ts";
import {
  createTraceId,
  inThisScope,
  parseTraceparent,
  rootOf,
  runInScope,
} from "../../../sql/process/tracing/trace.ts";

/**
 * Starts a trace for each request: its log lines, the rows that it writes, their jobs and webhooks belong to it. A
 * caller's traceparent never becomes ours: its sender could make one trace of very many requests, or write into
 * somebody else's. The span is linked to it, regardless of its sampling flag.
 */
export const traceRequest: RequestHandler = (request, response, next) => {
  const traceId = createTraceId();
  const span = isExporting() ? beginRequest(traceId, request) : undefined;
  runInScope(rootOf(traceId), { requestId: request.requestId }, () => {
    if (span !== undefined) {
      response.once(
        "close",
        inThisScope(() => endRequest(span, request, response)),
      );
    }
    next();
  });
};

function beginRequest(traceId: string, request: Request): Span | undefined {
  const theirs = parseTraceparent(request.get("traceparent"));
  return beginTrace(traceId, {
    name: "request",
    kind: "server",
    links: theirs === undefined ? [] : [theirs],
  });
}

function endRequest(span: Span, request: Request, response: Response): void {
  const { routePath } = response.locals;
  // Strangers may send any method.
  if (routePath !== undefined) {
    span.rename(`${request.method} ${routePath}`);
    span.note({ "http.request.method": request.method, "http.route": routePath });
  }
  span.note({ "http.response.status_code": response.statusCode, ...subjectAttributes() });
  if (!response.writableFinished) span.note({ "payments.outcome": "aborted" });
  span.end(response.statusCode >= 500 ? (response.locals.problemCode ?? "unknown") : undefined);
}
