import { createHash } from "node:crypto";
import type { Connection } from "../../sql/process/database.ts";
import { giveBackAttempts, takeAttempts, type Counted } from "../../sql/people/people.ts";
import { SITE_SHARE, siteOf, subscriberOf } from "../http/limits/networks.ts";
import { rateLimited } from "../http/problems.ts";

// How many attempts may fail within 15 minutes.
/** Passwords tried for one account by all browsers that never signed in to it. */
const OF_STRANGERS = 10;
/** Passwords tried by one browser that has signed in to the account or has chosen its password, or in one session. */
const OF_DEVICE = 10;
/** Passwords tried from one network, at any account. A site has SITE_SHARE times as many. */
const OF_NETWORK = 100;
/** Codes tried by one browser that has signed in to the account, or in one session. */
const CODES = 5;

const counted = (what: string, most: number): Counted => ({
  subject: createHash("sha256").update(what).digest(),
  most,
});

/**
 * The counters of an attempt to sign in. A browser that is known to the account has a counter of its own, so that
 * strangers cannot lock its person out. Addresses without an account are counted too, so that a refusal does not show
 * which addresses have one.
 */
export function attemptsToSignIn(email: string, { ip, device }: { ip: string; device: string | undefined }) {
  const site = siteOf(ip);
  return [
    ...(site === undefined ? [] : [counted(`site:${site}`, OF_NETWORK * SITE_SHARE)]),
    counted(`network:${subscriberOf(ip)}`, OF_NETWORK),
    device === undefined
      ? counted(`account:${email}`, OF_STRANGERS)
      : counted(`device:${device}:${email}`, OF_DEVICE),
  ];
}

/**
 * The counter of a signed-in person who gives the password again: their session. A stolen session uses up only its own
 * attempts.
 */
export function attemptsToProve(session: string): Counted[] {
  return [counted(`session:${session}`, OF_DEVICE)];
}

/** Who tries a code: a session, or a browser that has signed in to the account. */
export type KnownSender = { session: string } | { device: string; email: string };

/** The counter of an attempt to give a code. */
export function attemptsAtCodes(by: KnownSender): Counted[] {
  return [counted("session" in by ? `codes:${by.session}` : `codes:${by.device}:${by.email}`, CODES)];
}

/**
 * Compares a password, and counts the attempt unless it is right. Raises RATE_LIMITED, without comparing, if there were
 * too many.
 */
export async function countAttempt(
  database: Connection,
  of: readonly Counted[],
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const seconds = await takeAttempts(database, of);
  if (seconds !== null) {
    const message = "Too many attempts. Try again after the time in Retry-After, or reset your password.";
    throw rateLimited("passwords", seconds, message);
  }
  let isWrong = false;
  try {
    const isRight = await compare();
    isWrong = !isRight;
    return isRight;
  } finally {
    // Also after an error, when nothing was compared.
    if (!isWrong) await giveBackAttempts(database, of);
  }
}
