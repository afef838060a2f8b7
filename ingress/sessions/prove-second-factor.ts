import { z } from "zod";
import { returnProofAttempt, takeProofAttempt, useRecoveryCode } from "../../sql/factors/second-factors.ts";
import { giveBackAttempts, takeAttempts } from "../../sql/people/people.ts";
import type { Acting } from "../../sql/audit-log/acting.ts";
import { findTotpSecret, useTotpStep } from "../../sql/factors/totp.ts";
import type { Context } from "../context.ts";
import { text } from "../http/fields.ts";
import { invalid, rateLimited } from "../http/problems.ts";
import { attemptsAtCodes, type KnownSender } from "../people/attempts.ts";
import { stepOfCode } from "../factors/totp.ts";

type Needs = Pick<Context, "database" | "config">;

const beside = /[\s\p{Cf}\p{Pd}]/gu;

/** A code as people type and paste it: with spaces of each kind, dashes and what cannot be seen. */
const pastedCode = (pattern: RegExp, rule: string) =>
  z
    .string({ error: rule })
    .max(100, { error: rule })
    .transform((code) => code.normalize("NFKC").replace(beside, ""))
    .pipe(text(pattern, rule))
    .meta({ rule });

export const totpCodeField = pastedCode(/^\d{6}$/, "must be the six-digit code from your authenticator app");

export const recoveryCodeField = pastedCode(/^[a-zA-Z0-9]{16}$/, "must be one of your recovery codes");

// How many codes of a person may be wrong within an hour.
/** For browsers that never signed in. */
const OF_STRANGERS = 20;
/** For everyone together: strangers, a stolen session and the person's own browser. */
const OF_PERSON = 60;

/**
 * Runs `prove`, which checks a code and raises if it is wrong, and limits how many may be wrong. All browsers that
 * never signed in to the account have 20 attempts an hour together. They are counted in the database before the code is
 * checked, so that concurrent attempts, or many processes, cannot exceed the limit. A session, or a browser that has
 * signed in, has 5 attempts of its own in 15 minutes: somebody who knows the password, or stole another session, cannot
 * lock the person out. All of them together have 60 an hour. Raises RATE_LIMITED.
 */
export async function countingAttempts<Proof>(
  { database }: Pick<Needs, "database">,
  personId: bigint,
  known: KnownSender | undefined,
  prove: () => Promise<Proof>,
): Promise<Proof> {
  const attempts = known === undefined ? [] : attemptsAtCodes(known);
  const seconds = await takeAttempts(database, attempts);
  if (seconds !== null) throw tooMany(seconds);
  const most = known === undefined ? OF_STRANGERS : OF_PERSON;
  if (!(await takeProofAttempt(database, { personId, most }))) throw tooMany(3_600);
  const proof = await prove();
  await giveBackAttempts(database, attempts);
  await returnProofAttempt(database, { personId });
  return proof;
}

const tooMany = (retryAfterSeconds: number) =>
  rateLimited(
    "codes",
    retryAfterSeconds,
    "Too many incorrect codes. Try again after the time in Retry-After, or use a passkey.",
  );

/** Accepts a code of the person's app, once. Raises VALIDATION_ERROR, and RATE_LIMITED after too many. */
export async function proveTotp(
  { database, config }: Needs,
  personId: bigint,
  code: string,
  known: KnownSender | undefined,
): Promise<void> {
  await countingAttempts({ database }, personId, known, async () => {
    const found = await findTotpSecret(database, config.encryptionKeys, personId, "used");
    const step = found === null ? undefined : stepOfCode(found.secret, code);
    if (step === undefined || !(await useTotpStep(database, { personId, step: BigInt(step) })))
      throw wrongCode();
  });
}

/** Uses up one of the person's recovery codes. Raises VALIDATION_ERROR, and RATE_LIMITED after too many. */
export async function proveRecoveryCode(
  { database }: Needs,
  personId: bigint,
  code: string,
  known: KnownSender | undefined,
  acting: Acting,
): Promise<void> {
  await countingAttempts({ database }, personId, known, async () => {
    if (!(await useRecoveryCode(database, personId, code, acting))) {
      throw invalid({ code: "is not one of your recovery codes, or was used" });
    }
  });
}

/** A code that the person's app does not show now, or that was used. */
export const wrongCode = () => invalid({ code: "is incorrect or already used: enter the next code" });
