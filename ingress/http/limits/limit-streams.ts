import type { Request, RequestHandler } from "express";
import { callerIp } from "../caller-ip.ts";
import { problemStatuses, type Problem } from "../problems.ts";
import { countRefusal } from "../request-metrics.ts";
import { createHeldCounts } from "./held-counts.ts";
import type { RefusalPace } from "./refusal-pace.ts";

export type StreamLimit = {
  /** Which requests are for a stream. An expression without groups: Express refuses parts that it cannot decode. */
  path: RegExp;
  /** The secret that the reader's streams are counted by, before anybody looks it up; undefined without one. */
  tokenOf(request: Request): string | undefined;
  /** How many streams a token has at most, in a process. */
  most: number;
  /** The answer to further ones. */
  refusal(): Problem;
};

/**
 * Refuses streams of a token that has too many. It runs before everything else, including the token's lookup and the
 * log line, and paces the refusals: a client that opens hundreds again and again must not keep the process busy.
 */
export function limitStreams(
  { tokenOf, most, refusal }: StreamLimit,
  drain: { readonly started: boolean },
  paceRefusal: RefusalPace,
): RequestHandler {
  const { heldBy, hold } = createHeldCounts();
  const { code, message, retryAfterSeconds, limit } = refusal();
  const body = JSON.stringify({ error: { code, message } });
  const head = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "retry-after": String(retryAfterSeconds),
  };
  return async (request, response, next) => {
    const token = tokenOf(request);
    if (token === undefined) return next();
    if (heldBy(token) >= most) {
      countRefusal(limit!);
      await paceRefusal(callerIp(request), response, response.locals.deadline);
      response.writeHead(problemStatuses[code], drain.started ? { ...head, connection: "close" } : head);
      return void response.end(body);
    }
    response.once("close", hold([token]));
    next();
  };
}
