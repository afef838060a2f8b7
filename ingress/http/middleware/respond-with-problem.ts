import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { lostRightOf } from "../../../sql/keys/callers.ts";
import { errorName, type ErrorName } from "../../../sql/process/errors.ts";
import { callerIp } from "../caller-ip.ts";
import type { RefusalPace } from "../limits/refusal-pace.ts";
import {
  approvalNeeded,
  conflict,
  invalid,
  notFound,
  Problem,
  problemStatuses,
  rateLimited,
  rightLost,
} from "../problems.ts";

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how express lets its types be extended
  namespace Express {
    interface Locals {
      /** The HTML page to send in place of the JSON envelope, for routes that serve pages. */
      problemPage?: string;
      /** The error's code, for the log of requests. */
      problemCode?: string;
      /** The name of the limit that refused the request, for the metrics. */
      refusedBy?: string | undefined;
      /** When a refusal's delay began (performance.now()): what follows is no work of ours. */
      refusedAt?: number;
    }
  }
}

/**
 * Sends any error that a route threw as the error envelope. An error that is not a Problem becomes a 500 without its
 * cause. Only the cause's name and code are logged: messages of drivers and parsers can quote the caller.
 *
 * Refusals to callers without a valid key or session are paced. Others have limits of their own, and failures on our
 * side must be known at once.
 */
export function respondWithProblem(log: Logger, paceRefusal: RefusalPace): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return async (error, request, response, _next) => {
    const problem = problemFor(error);
    const cause = error instanceof Problem ? error.cause : error;
    if (cause !== undefined && problemStatuses[problem.code] >= 500) {
      log.error({ requestId: request.requestId, ...describe(cause) }, "request failed");
    }
    if (response.headersSent) return void response.destroy();

    const { code, message, details, retryAfterSeconds } = problem;
    if (retryAfterSeconds !== undefined)
      response.setHeader("retry-after", String(Math.max(1, retryAfterSeconds)));
    if (problemStatuses[code] === 401) response.setHeader("www-authenticate", "Bearer");
    response.setHeader("cache-control", "no-store");
    response.status(problemStatuses[code]);
    response.locals.problemCode = code;
    response.locals.refusedBy = problem.limit;
    const { problemPage, caller, session, deadline } = response.locals;
    const isStranger = caller === undefined && session === undefined;
    if (isStranger && problemStatuses[code] < 500) {
      // Pending refusals must be small, however large the body was or will be.
      request.body = undefined;
      request.resume();
      response.locals.refusedAt = performance.now();
      await paceRefusal(callerIp(request), response, deadline);
    }
    if (problemPage !== undefined) return void response.type("html").send(problemPage);
    response.json({ error: { code, message, ...(details === undefined ? {} : { details }) } });
  };
}

/** The database is busy for a moment. Nothing was done: no statement was sent, or the server rolled it back. */
const databaseBusy = () =>
  new Problem("SERVICE_UNAVAILABLE", "We're busy right now. Please try again in a moment.", {
    retryAfterSeconds: 2,
  });

/** What SQL raises that is no fault of ours. */
const sqlProblems: Partial<Record<ErrorName, () => Problem>> = {
  database_unavailable: databaseBusy,
  lock_not_available: databaseBusy,
  statement_timeout: databaseBusy,
  // Approval was withdrawn after the request was admitted.
  approval_missing: () => approvalNeeded(),
  too_many: () => conflict("You've reached the limit. Remove one first."),
  too_many_waiting: () =>
    rateLimited(
      "waiting-lookups",
      5,
      "Too many of your lookups are still pending. Try again after the time in Retry-After.",
    ),
  too_many_changes: () =>
    rateLimited(
      "changes",
      600,
      "Too many changes in the last hour. Try again after the time in Retry-After.",
    ),
};

/** Converts any error, such as those of the body reader and the router, to a Problem. */
function problemFor(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const name = errorName(error);
  const sqlProblem = name && sqlProblems[name];
  if (sqlProblem !== undefined) return sqlProblem();
  const lostRight = lostRightOf(error);
  if (lostRight !== undefined) return rightLost(lostRight);
  if (error instanceof URIError) return notFound();
  switch ((error as { type?: unknown } | undefined)?.type) {
    case "entity.too.large":
      return new Problem(
        "PAYLOAD_TOO_LARGE",
        `The body is larger than ${(error as { limit: number }).limit / 1024} KB.`,
      );
    case "encoding.unsupported":
      return invalid({ body: "must be sent uncompressed" });
    case "request.size.invalid":
    case "request.aborted":
      return invalid({ body: "must be as long as Content-Length says" });
    default:
      return new Problem(
        "INTERNAL_ERROR",
        "Something went wrong on our side. It's safe to retry an idempotent request.",
      );
  }
}

/** An error's parts without personal data. Of the stack only our frames: its first lines repeat the message. */
function describe(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code } = error as Error & { code?: unknown };
  const frames = error.stack?.split("\n").filter((line) => /^\s+at .*\/(ingress|sql)\//.test(line));
  return { error: error.name, errorCode: code, at: frames?.slice(0, 5).map((frame) => frame.trim()) };
}
