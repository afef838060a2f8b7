import { rateLimit, type AugmentedRequest, type Options } from "express-rate-limit";
import type { Request, RequestHandler, Response } from "express";
import { callerIp } from "../caller-ip.ts";
import { callerOf } from "../caller.ts";
import type { Config } from "../../config.ts";
import { counterFor, MINUTE, type CounterPlace } from "./counter-for.ts";
import { limitFailures, type FailedAuthenticationLimit } from "./limit-failures.ts";
import { joinHeaderLines, limitBoth } from "./combine-limits.ts";
import { SITE_SHARE, siteOf, subscriberOf } from "./networks.ts";
import { sessionCookie, sessionOf } from "../session.ts";
import { createRememberedSecrets, type RememberedSecrets } from "./remembered-secrets.ts";
import { tooMany } from "./too-many.ts";

const HOUR = 60 * MINUTE;
/** An address may make at least this many sign-ups an hour, however few the installation allows. */
const LEAST_SIGN_UPS = 10;
/** Documents that a person uploads or loads: twice as many as a merchant can have, and some more. */
const FILES_PER_MINUTE = 30;
/**
 * All keys of a merchant and environment together may send this many times one key's limit. So may its people, counted
 * separately, so that busy keys don't block the dashboard.
 */
const MERCHANT_SHARE = 5;
/** The limits that routes may declare for themselves. */
export type OwnLimit = "verify-account" | "identity-check" | "files";

/** The limits of routes that take no key: requests are counted by the caller's address. */
export type AddressLimit = "checkout" | "checkout-session" | "sign-in" | "sign-up" | "public-files";

export type Limits = {
  /** The general limit of each key and of each person, and of all keys and all people of a merchant. */
  all: RequestHandler;
  /** In its place, for routes that protect a person's account: per session, so that another one can't use it up. */
  ofSession: RequestHandler;
  /** The additional limits of single routes. */
  own: Record<OwnLimit, RequestHandler>;
  byAddress: Record<AddressLimit, RequestHandler>;
  failedAuthentication: FailedAuthenticationLimit;
  /** The keys and tokens that this process last saw to be valid. */
  knownKeys: RememberedSecrets;
  /** Addresses with keys that may not be used from them, or tokens of sessions that failed: "<address> <secret>". */
  refusedHere: RememberedSecrets;
  /** Raises RATE_LIMITED if the session of a token, or its person, has no more requests. Without a database call. */
  refuseSpent(token: string, countedFor: "person" | "session"): void;
};

type Settings = Pick<Config, "limitsPerMinute" | "signUpsPerHour"> & CounterPlace;

/** Creates the limits of an ingress process, counted in Redis if configured; see sharedCounter for outages. */
export function createLimits({ limitsPerMinute, signUpsPerHour, redis, log }: Settings): Limits {
  const limitRequests = (
    name: string,
    whose: "key" | "merchant" | "address",
    keyGenerator: (request: Request, response: Response) => string,
    limit: (response: Response) => number,
    own: Partial<Options> = {},
    place: CounterPlace = { redis, log },
  ) =>
    rateLimit({
      windowMs: MINUTE,
      limit: (_request, response) => limit(response),
      keyGenerator,
      identifier: name,
      standardHeaders: "draft-8",
      legacyHeaders: false,
      store: counterFor(name, place, own.windowMs),
      handler: (request, _response, next) =>
        next(tooMany(whose, name, (request as AugmentedRequest).rateLimit?.resetTime)),
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
    // Sends no headers: only the key's own limit tells a caller how fast to go. A key with a higher one is left out, or
    // it would use up what the merchant's other keys may send.
    const merchantLimit = limitRequests(
      `${name}-merchant`,
      "merchant",
      (_request, { locals }) => {
        const { merchantId, environment } = callerOf({ locals });
        return `${locals.session === undefined ? "keys" : "people"}:${environment}:${merchantId}`;
      },
      () => limit * MERCHANT_SHARE,
      {
        standardHeaders: false,
        skip: (_request, response) => response.locals.caller === undefined || limitOf(response) > limit,
      },
    );
    return limitBoth(keyLimit, merchantLimit);
  };
  const limitAddresses = (
    name: string,
    limit: number,
    ofSite = limit * SITE_SHARE,
    own: Partial<Options> = {},
    place: CounterPlace = { redis, log },
  ) => {
    const subscriberLimit = limitRequests(
      name,
      "address",
      (request) => subscriberOf(callerIp(request)),
      () => limit,
      own,
      place,
    );
    // Sends no headers: only the subscriber's own limit tells a caller how fast to go.
    const siteLimit = limitRequests(
      `${name}-site`,
      "address",
      (request) => siteOf(callerIp(request))!,
      () => ofSite,
      { ...own, standardHeaders: false, skip: (request) => siteOf(callerIp(request)) === undefined },
      place,
    );
    return limitBoth(subscriberLimit, siteLimit);
  };
  // Strangers share the installation's sign-ups of an hour: one network must leave most of them to others.
  const signUpsOf = (share: number) => Math.max(LEAST_SIGN_UPS, Math.floor(signUpsPerHour * share));
  const hourly = { windowMs: HOUR, standardHeaders: false } as const;
  // The sessions that may send no more requests for now, or whose person may not.
  const spent = { person: createRememberedSecrets(), session: createRememberedSecrets() };

  return {
    all: limitKeys(
      "requests",
      limitsPerMinute.all,
      ({ locals }) => locals.caller?.rateLimitPerMinute ?? limitsPerMinute.all,
      noteSpent(spent.person),
    ),
    ofSession: limitRequests(
      "session-requests",
      "key",
      (_request, response) => sessionOf(response).reference,
      () => limitsPerMinute.all,
      { handler: noteSpent(spent.session) },
    ),
    own: {
      "verify-account": joinHeaderLines(limitKeys("verify-account", limitsPerMinute.verifyAccount)),
      "identity-check": joinHeaderLines(limitKeys("identity-check", limitsPerMinute.identityCheck)),
      files: joinHeaderLines(limitKeys("files", FILES_PER_MINUTE)),
    },
    byAddress: {
      checkout: limitAddresses("checkout", limitsPerMinute.checkout),
      "checkout-session": limitAddresses("checkout-session", limitsPerMinute.checkoutSession),
      "sign-in": limitAddresses("sign-in", limitsPerMinute.signIn),
      "sign-up": limitBoth(
        limitAddresses("sign-up", limitsPerMinute.signUp),
        limitAddresses("sign-up-hour", signUpsOf(1 / 10), signUpsOf(1 / 2), hourly),
      ),
      // Counted in the process: a call to Redis would cost more than some of the files.
      "public-files": limitAddresses(
        "public-files",
        limitsPerMinute.publicFiles,
        undefined,
        { standardHeaders: false },
        { redis: undefined, log },
      ),
    },
    failedAuthentication: limitFailures(limitsPerMinute.failedAuthentication, { redis, log }),
    knownKeys: createRememberedSecrets(),
    refusedHere: createRememberedSecrets(),
    refuseSpent(token, countedFor) {
      const until = spent[countedFor].untilOf(token);
      if (until !== undefined) throw tooMany("key", "requests", until);
    },
  };
}

/** Refuses a request over the general limit, and remembers the session that it came with. */
function noteSpent(sessions: RememberedSecrets): Options["handler"] {
  return (request, response, next) => {
    const { resetTime } = (request as AugmentedRequest).rateLimit ?? {};
    const token = sessionCookie.read(request.get("cookie"));
    if (response.locals.session !== undefined && token !== undefined && resetTime !== undefined) {
      sessions.add(token, resetTime);
    }
    next(tooMany("key", "requests", resetTime));
  };
}
