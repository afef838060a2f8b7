import type { Response } from "express";
import { createHeldCounts } from "./held-counts.ts";
import { siteOf, subscriberOf } from "./networks.ts";

/** So a network gets 200 refusals a second, which take a process a twentieth of its time. */
const EVERY_MS = 5;
/** Less than a request may take. A network has at most 1,500 refusals that wait, for so many keep to its pace. */
const LONGEST_MS = 7_500;
/** Refusals that wait in a process at a time: of four networks. They take some 60 MB; bodies do not wait with them. */
const MOST_WAITING = 6_000;

/**
 * Resolves when a refusal to the address is to be sent, or when the caller has left: at once where as many wait as may,
 * of its network or of all, and by `deadline` (on the clock of performance.now()) at the latest.
 */
export type RefusalPace = (
  ip: string,
  response: Pick<Response, "once" | "off">,
  deadline: number,
) => Promise<void>;

type Bounds = { longestMs?: number; mostWaiting?: number };

/**
 * Lets refusals wait before they are sent: the longer, the more of the same network wait. A stranger who goes on over
 * many connections gets them at a steady pace, and does not keep the process busy. It is the requests that wait, not
 * their connections: a proxy sends others' requests over other connections meanwhile.
 */
export function createRefusalPace({
  longestMs = LONGEST_MS,
  mostWaiting = MOST_WAITING,
}: Bounds = {}): RefusalPace {
  const { heldBy, hold } = createHeldCounts();
  let waiting = 0;
  return async (ip, response, deadline) => {
    // The whole site of an IPv6 address, within which a stranger could change its network.
    const network = siteOf(ip) ?? subscriberOf(ip);
    // To keep the pace, this one would have to wait too long. The proxy limits how many a network has at a time.
    if (waiting >= mostWaiting || heldBy(network) * EVERY_MS >= longestMs) return;
    const letGo = hold([network]);
    waiting += 1;
    const left = Math.max(0, deadline - performance.now());
    const ms = Math.min(heldBy(network) * EVERY_MS, left);
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        response.off("close", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      response.once("close", end);
    });
    waiting -= 1;
    letGo();
  };
}
