import type { RequestHandler } from "express";
import type { ProcessContext } from "../context.ts";
import { callerOf } from "../http/caller.ts";
import { sessionOf } from "../http/session.ts";
import { noStream } from "./limit-streams-of-session.ts";
import { createUpdateStreams } from "./update-streams.ts";

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
