import type { RequestHandler } from "express";

/** One limit after the other: what the first refuses, the second does not count. */
export function limitBoth(first: RequestHandler, second: RequestHandler): RequestHandler {
  return (request, response, next) =>
    first(request, response, (error?: unknown) =>
      error === undefined ? second(request, response, next) : next(error),
    );
}

/** Joins repeated header lines: many clients read only the first line of a header. */
export function joinHeaderLines(limit: RequestHandler): RequestHandler {
  return (request, response, next) =>
    limit(request, response, (error?: unknown) => {
      for (const name of ["ratelimit", "ratelimit-policy"]) {
        const lines = response.getHeader(name);
        if (Array.isArray(lines)) response.setHeader(name, lines.join(", "));
      }
      next(error);
    });
}
