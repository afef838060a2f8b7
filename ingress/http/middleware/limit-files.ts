import type { RequestHandler } from "express";
import { callerIp } from "../caller-ip.ts";
import { createHeldCounts } from "../limits/held-counts.ts";
import { networksOf } from "../limits/networks.ts";
import { busy, rateLimited } from "../problems.ts";
import type { Route } from "../route.ts";

const MOST_OF_ONE = 2;

/**
 * Files that one process holds in memory at a time, in total and per network (an address, or an IPv6 site). Incoming
 * files hold what has arrived, one at a time is processed; with these few, slow senders leave room for others. An
 * outgoing file takes up to five times its 5 MiB. Reviewers' files have slots of their own, and so have those that are
 * sent in parts, which hold little.
 */
const places = {
  received: { atOnce: 24, ofOneNetwork: 8 },
  sent: { atOnce: 8, ofOneNetwork: 4 },
  reviewed: { atOnce: 8, ofOneNetwork: 8 },
  streamed: { atOnce: 8, ofOneNetwork: 4 },
};

/** An outgoing file's time limit: a slower reader holds memory for nothing. */
const LONGEST_MS = 60_000;
/** That of a file in parts, of which one may have a million lines. */
const LONGEST_STREAM_MS = 600_000;

/**
 * Bounds the memory for a process's files: few are received or sent at the same time, fewer per network and per person
 * or merchant, and none for long. A request counts until its response is sent, or its connection is gone.
 */
export function limitFiles(): (route: Route) => RequestHandler {
  const limits = {
    received: limitPlaces(places.received),
    sent: limitPlaces(places.sent),
    reviewed: limitPlaces(places.reviewed),
    streamed: limitPlaces(places.streamed),
  };
  return (route) => {
    if (route.receivesFile !== undefined) return limits.received;
    if (route.sendsFile?.inParts) return inParts(limits.streamed);
    if (route.sendsCsv) return ofCsv(inParts(limits.streamed));
    const isReview = route.access === "session" && route.permission === "review";
    return inTime(isReview ? limits.reviewed : limits.sent);
  };
}

function limitPlaces({ atOnce, ofOneNetwork }: { atOnce: number; ofOneNetwork: number }): RequestHandler {
  const { hasRoom, hold } = createHeldCounts();
  let all = 0;
  return (request, response, next) => {
    const { session, caller } = response.locals;
    const owner = session === undefined ? `merchant ${caller!.merchantId}` : `person ${session.personId}`;
    const networks = networksOf(callerIp(request));
    if (!hasRoom([owner], MOST_OF_ONE)) {
      const message = "You're already transferring other files. Wait for one to finish.";
      throw rateLimited("files-of-person", 2, message);
    }
    if (!hasRoom(networks, ofOneNetwork)) {
      const message = "Your network is already transferring other files. Wait for one to finish.";
      throw rateLimited("files-of-network", 2, message);
    }
    if (all >= atOnce) {
      throw busy("files-at-once", 5, "Too many files are being transferred right now. Try again shortly.");
    }
    const letGo = hold([owner, ...networks]);
    all += 1;
    response.once("close", () => {
      all -= 1;
      letGo();
    });
    next();
  };
}

/** Only requests for a file: all others hold nothing. */
function ofCsv(limit: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.query["format"] !== "csv") return next();
    return limit(request, response, next);
  };
}

/** Its reads take place while it is sent, so they have the same time. */
function inParts(limit: RequestHandler): RequestHandler {
  const begin = inTime(limit, LONGEST_STREAM_MS);
  return (request, response, next) => {
    response.locals.deadline = performance.now() + LONGEST_STREAM_MS;
    return begin(request, response, next);
  };
}

function inTime(limit: RequestHandler, longestMs = LONGEST_MS): RequestHandler {
  return (request, response, next) => {
    const tooLong = setTimeout(() => response.destroy(), longestMs);
    response.once("close", () => clearTimeout(tooLong));
    return limit(request, response, next);
  };
}
