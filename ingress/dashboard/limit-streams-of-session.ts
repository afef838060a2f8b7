import type { RequestHandler } from "express";
import { Problem } from "../http/problems.ts";
import { readSessionCookie } from "../http/session.ts";

/** Per session and process. More than a person may have open (update-streams.ts): old ones end when new ones come. */
const MOST = 10;

/** No stream is to be had now: pages ask again later. */
export const noStream = () =>
  new Problem("SERVICE_UNAVAILABLE", "No stream is available right now: ask again, or reload.", {
    retryAfterSeconds: 30,
  });

/**
 * Refuses streams of a session that has too many, before the session is looked up: whoever asks for hundreds at once
 * must not keep the process and the database busy with them. Raises SERVICE_UNAVAILABLE.
 */
export function limitStreamsOfSession(): RequestHandler {
  const open = new Map<string, number>();
  return (request, response, next) => {
    const token = readSessionCookie(request.get("cookie"));
    if (token === undefined) return next();
    const own = open.get(token) ?? 0;
    if (own >= MOST) throw noStream();
    open.set(token, own + 1);
    response.once("close", () => {
      const left = open.get(token)! - 1;
      if (left === 0) open.delete(token);
      else open.set(token, left);
    });
    next();
  };
}
