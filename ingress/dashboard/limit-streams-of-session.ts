import type { RequestHandler } from "express";
import { callerIp } from "../http/caller-ip.ts";
import { createHeldCounts } from "../http/limits/held-counts.ts";
import type { RefusalPace } from "../http/limits/refusal-pace.ts";
import { busy, problemStatuses } from "../http/problems.ts";
import { countRefusal } from "../http/request-metrics.ts";
import { sessionCookie } from "../http/session.ts";

/** Per session and process. More than a person may have open (update-streams.ts): old ones end when new ones come. */
const MOST = 10;
const RETRY_SECONDS = 30;
const code = "SERVICE_UNAVAILABLE";
const message = "No stream is available right now. Try again, or reload.";
const body = JSON.stringify({ error: { code, message } });
const head = {
  "content-type": "application/json; charset=utf-8",
  "content-length": Buffer.byteLength(body),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "retry-after": String(RETRY_SECONDS),
};

/** No stream is available now: pages retry later. */
export const noStream = () => busy("streams-of-updates", RETRY_SECONDS, message);

/**
 * Refuses streams of a session that has too many. It runs before everything else, including the session's lookup and
 * the log line, and paces the refusals: a client that opens hundreds again and again must not keep the process busy.
 */
export function limitStreamsOfSession(
  drain: { readonly started: boolean },
  paceRefusal: RefusalPace,
): RequestHandler {
  const { heldBy, hold } = createHeldCounts();
  return async (request, response, next) => {
    const token = sessionCookie.read(request.get("cookie"));
    if (token === undefined) return next();
    if (heldBy(token) >= MOST) {
      countRefusal("streams-of-session");
      await paceRefusal(callerIp(request), response, response.locals.deadline);
      response.writeHead(problemStatuses[code], drain.started ? { ...head, connection: "close" } : head);
      return void response.end(body);
    }
    response.once("close", hold([token]));
    next();
  };
}
