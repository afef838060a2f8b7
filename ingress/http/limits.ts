import { ipKeyGenerator, rateLimit, type AugmentedRequest } from "express-rate-limit";
import type { Request, RequestHandler, Response } from "express";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { callerIp } from "./caller-ip.ts";
import { callerOf } from "./caller.ts";
import type { Config } from "../config.ts";
import { memoryCounter } from "./memory-counter.ts";
import { Problem } from "./problems.ts";
import { sharedCounter, type Counter } from "./shared-counter.ts";

const MINUTE = 60_000;
/** One subscriber usually has a whole IPv6 /56, so all its addresses are counted together. */
const IPV6_PREFIX = 56;

/** The limits that routes may declare for themselves. */
export type OwnLimit = "verify-account" | "kyc";

/** The limits of routes that take no key: requests are counted by the caller's address. */
export type AddressLimit = "checkout" | "checkout-session";

export type FailedAuthenticationLimit = {
  /** Counts a failed attempt of an address; raises RATE_LIMITED if there were too many in this minute. */
  count(ip: string): Promise<void>;
};

export type Limits = {
  /** The general limit of each key. */
  all: RequestHandler;
  /** The additional limits of single routes. */
  own: Record<OwnLimit, RequestHandler>;
  byAddress: Record<AddressLimit, RequestHandler>;
  failedAuthentication: FailedAuthenticationLimit;
};

type Settings = { limitsPerMinute: Config["limitsPerMinute"]; redis: Redis | undefined; log: Logger };

/** Creates the limits of an ingress process, counted in Redis if configured; see sharedCounter for outages. */
export function createLimits({ limitsPerMinute, redis, log }: Settings): Limits {
  const limitRequests = (
    name: string,
    whose: "key" | "address",
    keyGenerator: (request: Request, response: Response) => string,
    limit: (response: Response) => number,
  ) =>
    rateLimit({
      windowMs: MINUTE,
      limit: (_request, response) => limit(response),
      keyGenerator,
      identifier: name,
      standardHeaders: "draft-8",
      legacyHeaders: false,
      store: counterFor(name, { redis, log }),
      handler: (request, _response, next) =>
        next(tooMany(whose, (request as AugmentedRequest).rateLimit?.resetTime)),
      logger: {
        warn: (error) => log.warn({ limit: name, error: String(error) }, "rate limit"),
        error: (error) => log.error({ limit: name, error: String(error) }, "rate limit"),
      },
    });

  const limitKeys = (name: string, limit: (response: Response) => number) =>
    limitRequests(name, "key", (_request, response) => callerOf(response).key, limit);
  const limitAddresses = (name: AddressLimit, limit: number) =>
    limitRequests(
      name,
      "address",
      (request) => ipKeyGenerator(callerIp(request), IPV6_PREFIX),
      () => limit,
    );

  return {
    all: limitKeys("requests", (response) => callerOf(response).rateLimitPerMinute ?? limitsPerMinute.all),
    own: {
      "verify-account": inOneLine(limitKeys("verify-account", () => limitsPerMinute.verifyAccount)),
      kyc: inOneLine(limitKeys("kyc", () => limitsPerMinute.kyc)),
    },
    byAddress: {
      checkout: limitAddresses("checkout", limitsPerMinute.checkout),
      "checkout-session": limitAddresses("checkout-session", limitsPerMinute.checkoutSession),
    },
    failedAuthentication: limitFailures(limitsPerMinute.failedAuthentication, { redis, log }),
  };
}

/** Joins repeated header lines: many clients read only the first line of a header. */
function inOneLine(limit: RequestHandler): RequestHandler {
  return (request, response, next) =>
    limit(request, response, (error?: unknown) => {
      for (const name of ["ratelimit", "ratelimit-policy"]) {
        const lines = response.getHeader(name);
        if (Array.isArray(lines)) response.setHeader(name, lines.join(", "));
      }
      next(error);
    });
}

/**
 * Counts failed attempts in this process's memory as well as in Redis: if Redis is lost, somebody who guesses keys
 * must not get a new allowance.
 */
function limitFailures(
  limit: number,
  { redis, log }: Pick<Settings, "redis" | "log">,
): FailedAuthenticationLimit {
  const name = "failed-authentication";
  const counters: Counter[] = [memoryCounter(MINUTE)];
  if (redis !== undefined) counters.push(counterFor(name, { redis, log }));

  return {
    async count(ip) {
      const all = await Promise.all(
        counters.map((counter) => counter.increment(ipKeyGenerator(ip, IPV6_PREFIX))),
      );
      const over = all.find((hits) => hits.totalHits > limit);
      if (over !== undefined) throw tooMany("guesser", over.resetTime);
    },
  };
}

function counterFor(name: string, { redis, log }: Pick<Settings, "redis" | "log">): Counter {
  return redis === undefined ? memoryCounter(MINUTE) : sharedCounter({ name, windowMs: MINUTE, redis, log });
}

function tooMany(whose: "key" | "address" | "guesser", resetTime: Date | undefined): Problem {
  const message = {
    key: "Too many requests with this key. Wait as long as Retry-After says.",
    address: "Too many requests from your address. Wait as long as Retry-After says.",
    guesser: "Too many failed authentications from your address. Wait as long as Retry-After says.",
  }[whose];
  const left = resetTime === undefined ? MINUTE : resetTime.getTime() - Date.now();
  return new Problem("RATE_LIMITED", message, { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
}
