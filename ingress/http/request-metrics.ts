import type { Request, Response } from "express";
import { Counter, Histogram } from "prom-client";
import { durationBuckets, registry } from "../../sql/process/metrics/registry.ts";

const requests = new Counter({
  name: "payments_http_requests_total",
  help: "Requests by the declared path, method and class of status; aborted: the caller left before the response ended.",
  labelNames: ["route", "method", "status"],
  registers: [registry],
});
const duration = new Histogram({
  name: "payments_http_request_duration_seconds",
  help: "From a request's arrival to its response's end, or until a refusal waits. Not of streams whose reader left.",
  labelNames: ["route", "method"],
  buckets: durationBuckets,
  registers: [registry],
});
const refusals = new Counter({
  name: "payments_http_refusals_total",
  help: "Requests that a limit refused, by its name.",
  labelNames: ["limit"],
  registers: [registry],
});

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const statusClasses = ["aborted", "1xx", "2xx", "3xx", "4xx", "5xx"];

/** The series of a method and route, in the order of statusClasses: found once, so that a request makes no labels. */
type Series = { requests: Counter.Internal[]; duration: Histogram.Internal<"route" | "method"> };
const seriesByRoute = new Map<string, Map<string, Series>>();

/** Counts a request whose response has ended, or whose caller has left. */
export function measureRequest(request: Request, response: Response, seconds: number): void {
  const { routePath = "unmatched", refusedBy } = response.locals;
  const series = seriesOf(routePath, methodOf(request, response));
  const isWhole = response.writableFinished;
  series.requests[isWhole ? Math.floor(response.statusCode / 100) : 0]!.inc();
  // A stream's duration tells nothing about us.
  if (isWhole || !response.headersSent) series.duration.observe(seconds);
  if (refusedBy !== undefined) countRefusal(refusedBy);
}

/** Counts a request that a limit refused. measureRequest() does it for all that pass the log of requests. */
export function countRefusal(limit: string): void {
  refusals.inc({ limit });
}

/** The method if the path accepts it. Strangers may send any other. */
function methodOf(request: Request, { locals }: Response): string {
  if (locals.routePath === undefined || locals.problemCode === "METHOD_NOT_ALLOWED") return "other";
  if (request.method === "HEAD") return "GET";
  return methods.has(request.method) ? request.method : "other";
}

function seriesOf(route: string, method: string): Series {
  const ofRoute = seriesByRoute.get(route) ?? new Map<string, Series>();
  seriesByRoute.set(route, ofRoute);
  const series = ofRoute.get(method) ?? {
    requests: statusClasses.map((status) => requests.labels({ route, method, status })),
    duration: duration.labels({ route, method }),
  };
  ofRoute.set(method, series);
  return series;
}
