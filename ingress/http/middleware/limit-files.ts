import type { RequestHandler } from "express";
import { createHeldCounts } from "../limits/held-counts.ts";
import { createNetworkShares } from "../limits/network-shares.ts";
import { Problem } from "../problems.ts";
import { sessionOf } from "../session.ts";

/** Files that one process holds in memory at a time. One of 5 MiB takes up to five times that while it is handled. */
const MOST_AT_ONCE = 8;
const MOST_OF_ONE_PERSON = 2;
/** Of one address, and of one IPv6 site: half, so that several people at one place leave room for others. */
const MOST_OF_ONE_NETWORK = 4;

/** Longer than a file takes on a slow line; whoever reads more slowly holds memory for nothing. */
const LONGEST_MS = 60_000;

/**
 * Bounds what the files of a process take in its memory: few are received or sent at the same time, fewer of one
 * network and of one person, and none for long. A request counts until its response is sent, or its connection is gone.
 */
export function limitFiles(): RequestHandler {
  const { heldBy, hold } = createHeldCounts();
  const networks = createNetworkShares(MOST_OF_ONE_NETWORK);
  let all = 0;
  return (_request, response, next) => {
    const { personId, ip } = sessionOf(response);
    const person = `person ${personId}`;
    if (heldBy(person) >= MOST_OF_ONE_PERSON) {
      const message = "You are sending or loading other files. Wait until one is done.";
      throw new Problem("RATE_LIMITED", message, { retryAfterSeconds: 2, limit: "files-of-person" });
    }
    if (!networks.hasRoom(ip)) {
      const message = "Your network is sending or loading other files. Wait until one is done.";
      throw new Problem("RATE_LIMITED", message, { retryAfterSeconds: 2, limit: "files-of-network" });
    }
    if (all >= MOST_AT_ONCE) {
      const message = "Many files are sent and loaded right now. Try again shortly.";
      throw new Problem("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 5, limit: "files-at-once" });
    }
    const letGo = hold([person]);
    const leaveNetwork = networks.take(ip);
    all += 1;
    const tooLong = setTimeout(() => response.destroy(), LONGEST_MS);
    response.once("close", () => {
      clearTimeout(tooLong);
      all -= 1;
      letGo();
      leaveNetwork();
    });
    next();
  };
}
