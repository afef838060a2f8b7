import { counterFor, MINUTE, type CounterPlace } from "./counter-for.ts";
import { memoryCounter } from "./memory-counter.ts";
import { SITE_SHARE, siteOf, subscriberOf } from "./networks.ts";
import type { Counter } from "./shared-counter.ts";
import { tooMany } from "./too-many.ts";

/** Networks over the limit of failures; more are stored only once expired ones are deleted. */
const MOST_CLOSED = 10_000;

export type FailedAuthenticationLimit = {
  /** Raises RATE_LIMITED if an address has used up its failed attempts of this minute. Without a database call. */
  refuse(ip: string): void;
  /** Counts a failed attempt of an address; raises RATE_LIMITED if there were too many in this minute. */
  count(ip: string): Promise<void>;
};

/**
 * Counts failed attempts in this process's memory as well as in Redis: if Redis is lost, a client that guesses keys
 * must not get a new allowance.
 */
export function limitFailures(limit: number, { redis, log }: CounterPlace): FailedAuthenticationLimit {
  const name = "failed-authentication";
  const counters: Counter[] = [memoryCounter(MINUTE)];
  if (redis !== undefined) counters.push(counterFor(name, { redis, log }));

  // The networks that have used up their failed attempts, and until when: in memory, so that refusing them needs no
  // call.
  const closed = new Map<string, Date>();
  const close = (network: string, until: Date) => {
    if (closed.size >= MOST_CLOSED)
      for (const [other, lapsed] of closed) if (lapsed.getTime() <= Date.now()) closed.delete(other);
    closed.set(network, until);
  };
  const countIn = async (network: string, most: number) => {
    const all = await Promise.all(counters.map((counter) => counter.increment(network)));
    for (const { totalHits, resetTime = new Date(Date.now() + MINUTE) } of all) {
      if (totalHits >= most) close(network, resetTime);
      if (totalHits > most) throw tooMany("guesser", name, resetTime);
    }
  };

  return {
    refuse(ip) {
      for (const network of [subscriberOf(ip), siteOf(ip)]) {
        const until = network === undefined ? undefined : closed.get(network);
        if (until !== undefined && until.getTime() > Date.now()) throw tooMany("guesser", name, until);
      }
    },
    async count(ip) {
      await countIn(subscriberOf(ip), limit);
      const site = siteOf(ip);
      if (site !== undefined) await countIn(site, limit * SITE_SHARE);
    },
  };
}
