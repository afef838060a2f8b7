import type { RequestHandler } from "express";
import { createHeldCounts } from "../http/limits/held-counts.ts";
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
  const { heldBy, hold } = createHeldCounts();
  return (request, response, next) => {
    const token = readSessionCookie(request.get("cookie"));
    if (token === undefined) return next();
    if (heldBy(token) >= MOST) throw noStream();
    response.once("close", hold([token]));
    next();
  };
}
