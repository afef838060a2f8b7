import type { Response } from "express";
import { createHeldCounts } from "./held-counts.ts";
import { siteOf, subscriberOf } from "./networks.ts";

/** So a network gets 200 refusals a second, a twentieth of a process's time. */
const EVERY_MS = 5;
/** Less than a request may take. A network has at most 1,500 pending refusals: that many fit its pace. */
const LONGEST_MS = 7_500;
/** Pending refusals per process: those of four networks. They take some 60 MB, without bodies. */
const MOST_WAITING = 6_000;

/**
 * Resolves when a refusal to the address should be sent, or when the caller has left: at once if its network, or the
 * process, has the maximum pending, and by `deadline` (on the clock of performance.now()) at the latest.
 */
export type RefusalPace = (
  ip: string,
  response: Pick<Response, "once" | "off">,
  deadline: number,
) => Promise<void>;

type Bounds = { longestMs?: number; mostWaiting?: number };

/**
 * Delays refusals: the longer, the more of the same network are pending. A stranger who continues over many connections
 * gets them at a steady pace, and does not keep the process busy. Requests wait, not their connections: a proxy sends
 * others' requests over other connections meanwhile.
 */
export function createRefusalPace({
  longestMs = LONGEST_MS,
  mostWaiting = MOST_WAITING,
}: Bounds = {}): RefusalPace {
  const { heldBy, hold } = createHeldCounts();
  let waiting = 0;
  return async (ip, response, deadline) => {
    // The whole site of an IPv6 address, which a stranger could rotate within.
    const network = siteOf(ip) ?? subscriberOf(ip);
    // At this pace it would wait too long. The proxy limits how many a network has at a time.
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
