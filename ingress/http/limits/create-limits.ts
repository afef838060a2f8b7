import { rateLimit, type AugmentedRequest, type Options } from "express-rate-limit";
import type { Request, RequestHandler, Response } from "express";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { callerIp } from "../caller-ip.ts";
import { callerOf } from "../caller.ts";
import type { Config } from "../../config.ts";
import { createKnownKeys, type KnownKeys } from "./known-keys.ts";
import { memoryCounter } from "./memory-counter.ts";
import { SITE_SHARE, siteOf, subscriberOf } from "./networks.ts";
import { Problem } from "../problems.ts";
import { readSessionCookie } from "../session.ts";
import { sharedCounter, type Counter } from "./shared-counter.ts";
import { createSpentSessions, type SpentSessions } from "./spent-sessions.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** An address may make at least this many sign-ups an hour, however few the installation allows. */
const LEAST_SIGN_UPS = 10;
/** Documents that a person sends or loads: twice as many as a merchant can have, and some more. */
const FILES_PER_MINUTE = 30;
/**
 * The keys of a merchant and environment may do this many times what one of them may, however many there are. Its
 * people may as well, counted apart, so that busy keys leave them the dashboard.
 */
const MERCHANT_SHARE = 5;
/** Networks that are over the limit of failures; more are only remembered when the lapsed ones are forgotten. */
const MOST_CLOSED = 10_000;

/** The limits that routes may declare for themselves. */
export type OwnLimit = "verify-account" | "identity-check" | "files";

/** The limits of routes that take no key: requests are counted by the caller's address. */
export type AddressLimit = "checkout" | "checkout-session" | "sign-in" | "sign-up";

export type FailedAuthenticationLimit = {
  /** Raises RATE_LIMITED if an address had its failed attempts of this minute. Asks no database. */
  refuse(ip: string): void;
  /** Counts a failed attempt of an address; raises RATE_LIMITED if there were too many in this minute. */
  count(ip: string): Promise<void>;
};

export type Limits = {
  /** The general limit of each key and of each person, and of all keys and all people of a merchant. */
  all: RequestHandler;
  /** The additional limits of single routes. */
  own: Record<OwnLimit, RequestHandler>;
  byAddress: Record<AddressLimit, RequestHandler>;
  failedAuthentication: FailedAuthenticationLimit;
  knownKeys: KnownKeys;
  /** Addresses with keys that may not be used from them, each as "<address> <secret key>". */
  refusedHere: KnownKeys;
  /** Raises RATE_LIMITED if the person of a session's token has no more requests for now. Asks no database. */
  refuseSpent(token: string): void;
};

type Settings = Pick<Config, "limitsPerMinute" | "signUpsPerHour"> & {
  redis: Redis | undefined;
  log: Logger;
};

/** Creates the limits of an ingress process, counted in Redis if configured; see sharedCounter for outages. */
export function createLimits({ limitsPerMinute, signUpsPerHour, redis, log }: Settings): Limits {
  const limitRequests = (
    name: string,
    whose: "key" | "merchant" | "address",
    keyGenerator: (request: Request, response: Response) => string,
    limit: (response: Response) => number,
    own: Partial<Options> = {},
  ) =>
    rateLimit({
      windowMs: MINUTE,
      limit: (_request, response) => limit(response),
      keyGenerator,
      identifier: name,
      standardHeaders: "draft-8",
      legacyHeaders: false,
      store: counterFor(name, { redis, log }, own.windowMs),
      handler: (request, _response, next) =>
        next(tooMany(whose, (request as AugmentedRequest).rateLimit?.resetTime)),
      logger: {
        warn: (error) => log.warn({ limit: name, error: String(error) }, "rate limit"),
        error: (error) => log.error({ limit: name, error: String(error) }, "rate limit"),
      },
      ...own,
    });

  const limitKeys = (
    name: string,
    limit: number,
    limitOf: (response: Response) => number = () => limit,
    onRefused?: Options["handler"],
  ) => {
    const keyLimit = limitRequests(
      name,
      "key",
      (_request, { locals }) => locals.session?.person ?? callerOf({ locals }).key,
      limitOf,
      onRefused && { handler: onRefused },
    );
    // Without headers of its own: what a caller can heed is the key's limit.
    const merchantLimit = limitRequests(
      `${name}-merchant`,
      "merchant",
      (_request, { locals }) => {
        const { merchantId, environment } = callerOf({ locals });
        return `${locals.session === undefined ? "keys" : "people"}:${environment}:${merchantId}`;
      },
      (response) => Math.max(limit * MERCHANT_SHARE, limitOf(response)),
      { standardHeaders: false, skip: (_request, { locals }) => locals.caller === undefined },
    );
    return inTurn(keyLimit, merchantLimit);
  };
  const limitAddresses = (
    name: string,
    limit: number,
    ofSite = limit * SITE_SHARE,
    own: Partial<Options> = {},
  ) => {
    const subscriberLimit = limitRequests(
      name,
      "address",
      (request) => subscriberOf(callerIp(request)),
      () => limit,
      own,
    );
    // Without headers of its own: what a caller can heed is the subscriber's limit.
    const siteLimit = limitRequests(
      `${name}-site`,
      "address",
      (request) => siteOf(callerIp(request))!,
      () => ofSite,
      { ...own, standardHeaders: false, skip: (request) => siteOf(callerIp(request)) === undefined },
    );
    return inTurn(subscriberLimit, siteLimit);
  };
  // Strangers share the installation's sign-ups of an hour: one network must leave most of them to others.
  const signUpsOf = (share: number) => Math.max(LEAST_SIGN_UPS, Math.floor(signUpsPerHour * share));
  const hourly = { windowMs: HOUR, standardHeaders: false } as const;
  const spentSessions = createSpentSessions();

  return {
    all: limitKeys(
      "requests",
      limitsPerMinute.all,
      ({ locals }) => locals.caller?.rateLimitPerMinute ?? limitsPerMinute.all,
      noteSpent(spentSessions),
    ),
    own: {
      "verify-account": inOneLine(limitKeys("verify-account", limitsPerMinute.verifyAccount)),
      "identity-check": inOneLine(limitKeys("identity-check", limitsPerMinute.identityCheck)),
      files: inOneLine(limitKeys("files", FILES_PER_MINUTE)),
    },
    byAddress: {
      checkout: limitAddresses("checkout", limitsPerMinute.checkout),
      "checkout-session": limitAddresses("checkout-session", limitsPerMinute.checkoutSession),
      "sign-in": limitAddresses("sign-in", limitsPerMinute.signIn),
      "sign-up": inTurn(
        limitAddresses("sign-up", limitsPerMinute.signUp),
        limitAddresses("sign-up-hour", signUpsOf(1 / 10), signUpsOf(1 / 2), hourly),
      ),
    },
    failedAuthentication: limitFailures(limitsPerMinute.failedAuthentication, { redis, log }),
    knownKeys: createKnownKeys(),
    refusedHere: createKnownKeys(),
    refuseSpent(token) {
      const until = spentSessions.spentUntil(token);
      if (until !== undefined) throw tooMany("key", until);
    },
  };
}

/** Refuses a request over the general limit, and remembers the session that it came with. */
function noteSpent(sessions: SpentSessions): Options["handler"] {
  return (request, response, next) => {
    const { resetTime } = (request as AugmentedRequest).rateLimit ?? {};
    const token = readSessionCookie(request.get("cookie"));
    if (response.locals.session !== undefined && token !== undefined && resetTime !== undefined) {
      sessions.add(token, resetTime);
    }
    next(tooMany("key", resetTime));
  };
}

/** One limit after the other: what the first refuses, the second does not count. */
function inTurn(first: RequestHandler, second: RequestHandler): RequestHandler {
  return (request, response, next) =>
    first(request, response, (error?: unknown) =>
      error === undefined ? second(request, response, next) : next(error),
    );
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

  // The networks that had their failed attempts, and until when. Known here, so that a refusal costs no question.
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
      if (totalHits > most) throw tooMany("guesser", resetTime);
    }
  };

  return {
    refuse(ip) {
      for (const network of [subscriberOf(ip), siteOf(ip)]) {
        const until = network === undefined ? undefined : closed.get(network);
        if (until !== undefined && until.getTime() > Date.now()) throw tooMany("guesser", until);
      }
    },
    async count(ip) {
      await countIn(subscriberOf(ip), limit);
      const site = siteOf(ip);
      if (site !== undefined) await countIn(site, limit * SITE_SHARE);
    },
  };
}

function counterFor(
  name: string,
  { redis, log }: Pick<Settings, "redis" | "log">,
  windowMs: number = MINUTE,
): Counter {
  return redis === undefined ? memoryCounter(windowMs) : sharedCounter({ name, windowMs, redis, log });
}

function tooMany(whose: "key" | "merchant" | "address" | "guesser", resetTime: Date | undefined): Problem {
  const message = {
    key: "Too many requests with this key. Wait as long as Retry-After says.",
    merchant: "Too many requests with all your keys together. Wait as long as Retry-After says.",
    address: "Too many requests from your address. Wait as long as Retry-After says.",
    guesser: "Too many failed authentications from your address. Wait as long as Retry-After says.",
  }[whose];
  const left = resetTime === undefined ? MINUTE : resetTime.getTime() - Date.now();
  return new Problem("RATE_LIMITED", message, { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
}
