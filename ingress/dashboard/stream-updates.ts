import type { RequestHandler } from "express";
import type { ProcessContext } from "../context.ts";
import { callerOf } from "../http/caller.ts";
import { sessionCookie, sessionOf } from "../http/session.ts";
import type { StreamLimit } from "../http/limits/limit-streams.ts";
import { busy } from "../http/problems.ts";
import { createUpdateStreams } from "./update-streams.ts";

/** No stream is available now: pages retry later. */
const noStream = () =>
  busy("streams-of-updates", 30, "No stream is available right now. Try again, or reload.");

/** More than a person may have open (update-streams.ts): old ones end when new ones come. */
export const updatesOfSession: StreamLimit = {
  path: /^\/dashboard\/api\/[^/]+\/updates\/?$/i,
  tokenOf: (request) => sessionCookie.read(request.get("cookie")),
  most: 10,
  refusal: noStream,
};

/** GET /dashboard/api/{environment}/updates: which kinds of a merchant's things have changed, as server-sent events. */
export function streamUpdates(context: ProcessContext): RequestHandler {
  const streams = createUpdateStreams(context);
  return (request, response) => {
    if (request.method === "HEAD") {
      return void response.set("cache-control", "no-store").type("text/event-stream").end();
    }
    const { id: sessionId, personId, ip } = sessionOf(response);
    const { merchantId, environment } = callerOf(response);
    if (!streams.open({ sessionId, personId, ip, merchantId, environment }, response)) throw noStream();
  };
}
