import { createHash } from "node:crypto";
import { z } from "zod";
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";
import type { MasterKeys } from "../process/encryption/encryption.ts";
import { hashToken, isToken, newToken } from "../process/encryption/tokens.ts";
import type { Connection } from "../process/database.ts";
import { mailLink } from "../mails/mails.ts";
import type { Device } from "../sessions/sessions.ts";

/** A hash of a browser's cookie; null where it has none. */
const cookieHash = (token: string | undefined) =>
  token === undefined || !isToken(token) ? null : hashToken(token);

type SignUp = { email: string; name: string; businessName: string; passwordHash: string };
type SignUpFrom = { browser: string; network: string; most: number };

const recordSignUp = call("sign_up", z.enum(["accepted", "busy"]));

/** Records a sign-up and queues a mail; 'busy': the installation had `most` within the hour. */
export async function signUp(
  connection: Connection,
  keys: MasterKeys,
  person: SignUp,
  { browser, network, most }: SignUpFrom,
) {
  const networkHash = createHash("sha256").update(network).digest();
  const link = mailLink(keys, "verify_email", person.email);
  const from = { browserHash: cookieHash(browser), networkHash, most };
  return recordSignUp(connection, { ...person, ...link, ...from });
}

const resend = call("resend_verification");

/** Sends another link to an address that was not proved yet. */
export async function resendVerification(
  connection: Connection,
  keys: MasterKeys,
  email: string,
  browser: string | undefined,
) {
  const link = mailLink(keys, "verify_email", email);
  await resend(connection, { email, ...link, browserHash: cookieHash(browser) });
}

const requestReset = call("request_password_reset");

/** Sends a link to choose a new password, where somebody has the address. */
export async function requestPasswordReset(connection: Connection, keys: MasterKeys, email: string) {
  await requestReset(connection, { email, ...mailLink(keys, "reset_password", email) });
}

const findToken = call("find_mail_token", {
  business: z.string().nullable(),
  passwordHash: z.string().nullable(),
});

/** The person of a mail's token, without using it; null if it is not valid. */
export async function findMailToken(
  connection: Connection,
  token: string,
  kind: "verify_email" | "reset_password",
  browser?: string,
) {
  return findToken(connection, { tokenHash: hashToken(token), kind, browserHash: cookieHash(browser) });
}

const verify = call("verify_email", z.string().nullable());

/** Proves an address by the token of its mail and signs in: returns the session's token; null if it is not good. */
export async function verifyEmail(
  connection: Connection,
  token: string,
  passwordHash: string | null,
  device: Device,
) {
  const session = newToken();
  const hashes = { tokenHash: hashToken(token), passwordHash, sessionHash: hashToken(session) };
  return (await verify(connection, { ...hashes, ...device })) === null ? null : session;
}

const reset = call("reset_password");

/** Sets a password by the token of a mail; every session of the person ends. False if it is not good (any more). */
export async function resetPassword(
  connection: Connection,
  token: string,
  passwordHash: string,
  address: string,
) {
  return reset(connection, { tokenHash: hashToken(token), passwordHash, address });
}

const change = call("change_password");

/** Replaces a password; returns the session's new token, or null if the password was changed meanwhile. */
export async function changePassword(
  connection: Connection,
  sessionId: bigint,
  { oldHash, newHash }: { oldHash: string | null; newHash: string },
  acting: Acting,
) {
  const token = newToken();
  return (await change(connection, { sessionId, oldHash, newHash, tokenHash: hashToken(token), acting }))
    ? token
    : null;
}

/** What a person's password is compared with, by email or personId; null if nobody has that. */
export const findCredentials = call("find_credentials", { passwordHash: z.string().nullable() });

const start = call("sign_in", z.enum(["done", "second_factor"]).nullable());

/**
 * Signs in a person whose password was right: `token` is a session's, or a started sign-in's where a second factor is
 * missing; null if the password was changed meanwhile. The session of `previous` ends.
 */
export async function signIn(
  connection: Connection,
  personId: bigint,
  passwordHash: string,
  device: Device,
  previous: string | undefined,
) {
  const token = newToken();
  const hashes = { passwordHash, tokenHash: hashToken(token), previousHash: cookieHash(previous) };
  const next = await start(connection, { personId, ...hashes, ...device });
  return next === null ? null : { next, token };
}

const use = call("use_sign_in", z.bigint().nullable());

/**
 * Counts an attempt to finish a started sign-in, before it is checked, and returns its person's id; null if it is over.
 */
export async function useSignIn(connection: Connection, token: string) {
  return isToken(token) ? use(connection, { tokenHash: hashToken(token) }) : null;
}

const finish = call("finish_sign_in", z.string().nullable());

/** Finishes a started sign-in whose second factor was right: returns the session's token; null if it is over. */
export async function finishSignIn(connection: Connection, token: string, device: Device) {
  const session = newToken();
  const hashes = { tokenHash: hashToken(token), sessionHash: hashToken(session) };
  return (await finish(connection, { ...hashes, ...device })) === null ? null : session;
}

/** A counter, by its hash, and the most attempts within 15 minutes. */
export type Counted = { subject: Buffer; most: number };

const subjectsOf = (counted: readonly Counted[]) => counted.map(({ subject }) => subject);

const take = call("take_attempts", z.int().nullable());

/** Counts an attempt; returns the seconds to wait if there were too many, else null. */
export async function takeAttempts(connection: Connection, counted: readonly Counted[]) {
  const most = counted.map((one) => one.most);
  return take(connection, { subjects: subjectsOf(counted), most });
}

const giveBack = call("give_back_attempts");

/** Returns an attempt that was correct. */
export async function giveBackAttempts(connection: Connection, counted: readonly Counted[]) {
  await giveBack(connection, { subjects: subjectsOf(counted) });
}

/** Adds a person with a proved address who owns a merchant, and returns the person's reference. */
export const createOwner = call("create_owner");
