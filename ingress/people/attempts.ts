import { createHash } from "node:crypto";
import type { Connection } from "../../sql/database.ts";
import { giveBackAttempts, takeAttempts, type Counted } from "../../sql/queries/people.ts";
import { SITE_SHARE, siteOf, subscriberOf } from "../http/networks.ts";
import { Problem } from "../http/problems.ts";

/**
 * Within 15 minutes. Passwords: of an account by all who never signed in to it; of a browser that has, or a session; of
 * a network, and of a site. Codes: of such a browser, or a session.
 */
const OF_STRANGERS = 10;
const OF_DEVICE = 10;
const OF_NETWORK = 100;
const CODES = 5;

const counted = (what: string, most: number): Counted => ({
  subject: createHash("sha256").update(what).digest(),
  most,
});

/**
 * What an attempt to sign in is counted under. A browser that has signed in to the account has attempts of its own, so
 * that nobody locks its person out; addresses without an account are counted like the others, and tell nothing.
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
 * What an attempt of somebody who is signed in to give the password again is counted under: their session. Whoever
 * stole another one uses that one's attempts up.
 */
export function attemptsToProve(session: string): Counted[] {
  return [counted(`session:${session}`, OF_DEVICE)];
}

/** Who tries a code: a session, or a browser that has signed in to the account. */
export type KnownSender = { session: string } | { device: string; email: string };

/** What an attempt to give a code is counted under, for whoever is known. */
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
    throw new Problem(
      "RATE_LIMITED",
      "Too many attempts. Wait as long as Retry-After says, or reset the password.",
      {
        retryAfterSeconds: seconds,
      },
    );
  }
  let isWrong = false;
  try {
    const isRight = await compare();
    isWrong = !isRight;
    return isRight;
  } finally {
    // Also where it could not be compared.
    if (!isWrong) await giveBackAttempts(database, of);
  }
}
