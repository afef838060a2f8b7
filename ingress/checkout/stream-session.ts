import type { RequestHandler } from "express";
import { showCheckoutSession } from "../../sql/checkout/checkout.ts";
import type { ProcessContext } from "../context.ts";
import { callerIp } from "../http/caller-ip.ts";
import type { StreamLimit } from "../http/limits/limit-streams.ts";
import { slug } from "../payment-links/slug.ts";
import { busy, notFound, orNotFound } from "../http/problems.ts";
import { databaseFor } from "../http/request-database.ts";
import { createSessionStreams } from "./session-streams.ts";
import { hashSessionToken, readSessionToken } from "./session-token.ts";

const noStream = () =>
  busy("streams-of-payers", 5, "No stream is available right now: poll the session instead.");

/** A session has one token. Further tabs of a payer poll. */
export const streamsOfPayer: StreamLimit = {
  path: /^\/pay\/[^/]+\/session\/events\/?$/i,
  tokenOf: (request) => readSessionToken(request.get("authorization")),
  most: 5,
  refusal: noStream,
};

/** GET /pay/{slug}/session/events: a payer's session, now and after every change, as server-sent events. */
export function streamSession(context: ProcessContext): RequestHandler {
  const streams = createSessionStreams(context);
  return async (request, response) => {
    const named = slug.safeParse(request.params["slug"]);
    if (!named.success) throw notFound();
    const database = databaseFor(context.pools.reads, request, response);
    const tokenHash = hashSessionToken({ authorization: request.get("authorization") });
    const found = orNotFound(await showCheckoutSession(database, named.data, tokenHash));
    if (request.method === "HEAD") return void response.type("text/event-stream").end();
    if (!streams.open(found.virtualAccountId, callerIp(request), response)) {
      throw noStream();
    }
  };
}
