import type { RequestHandler } from "express";
import { createHeldCounts } from "../limits/held-counts.ts";
import { networksOf } from "../limits/networks.ts";
import { busy, rateLimited } from "../problems.ts";
import type { Route } from "../route.ts";
import { sessionOf } from "../session.ts";

const MOST_OF_ONE_PERSON = 2;

/**
 * Files that one process holds in memory at a time, in total and per network (an address, or an IPv6 site). Incoming
 * files hold what has arrived, one at a time is processed; with these few, slow senders leave room for others. An
 * outgoing file takes up to five times its 5 MiB. Reviewers' files have slots of their own.
 */
const places = {
  received: { atOnce: 24, ofOneNetwork: 8 },
  sent: { atOnce: 8, ofOneNetwork: 4 },
  reviewed: { atOnce: 8, ofOneNetwork: 8 },
};

/** An outgoing file's time limit: a slower reader holds memory for nothing. */
const LONGEST_MS = 60_000;

/**
 * Bounds the memory for a process's files: few are received or sent at the same time, fewer per network and per person,
 * and none for long. A request counts until its response is sent, or its connection is gone.
 */
export function limitFiles(): (route: Route) => RequestHandler {
  const limits = {
    received: limitPlaces(places.received),
    sent: limitPlaces(places.sent),
    reviewed: limitPlaces(places.reviewed),
  };
  return (route) => {
    if (route.receivesFile !== undefined) return limits.received;
    const isReview = route.access === "session" && route.permission === "review";
    return inTime(isReview ? limits.reviewed : limits.sent);
  };
}

function limitPlaces({ atOnce, ofOneNetwork }: { atOnce: number; ofOneNetwork: number }): RequestHandler {
  const { hasRoom, hold } = createHeldCounts();
  let all = 0;
  return (_request, response, next) => {
    const { personId, ip } = sessionOf(response);
    const person = `person ${personId}`;
    if (!hasRoom([person], MOST_OF_ONE_PERSON)) {
      const message = "You're already transferring other files. Wait for one to finish.";
      throw rateLimited("files-of-person", 2, message);
    }
    if (!hasRoom(networksOf(ip), ofOneNetwork)) {
      const message = "Your network is already transferring other files. Wait for one to finish.";
      throw rateLimited("files-of-network", 2, message);
    }
    if (all >= atOnce) {
      throw busy("files-at-once", 5, "Too many files are being transferred right now. Try again shortly.");
    }
    const letGo = hold([person, ...networksOf(ip)]);
    all += 1;
    response.once("close", () => {
      all -= 1;
      letGo();
    });
    next();
  };
}

function inTime(limit: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const tooLong = setTimeout(() => response.destroy(), LONGEST_MS);
    response.once("close", () => clearTimeout(tooLong));
    return limit(request, response, next);
  };
}
