import { createHash } from "node:crypto";
import { z } from "zod";
import { encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import { hashToken, isToken, newToken } from "../process/encryption/tokens.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";
import { mailTokenContext } from "../mails/mails.ts";
import type { Device } from "../sessions/sessions.ts";
import { presentTraceId } from "../process/tracing/trace.ts";

/** A hash of a browser's cookie; null where it has none. */
const cookieHash = (token: string | undefined) =>
  token === undefined || !isToken(token) ? null : sql.binary(hashToken(token));

/** A new token of a mail's link: as it is found again, and as it is sent. */
function mailLink(keys: MasterKeys, template: string, recipient: string) {
  const token = newToken();
  return {
    hash: sql.binary(hashToken(token)),
    encrypted: sql.binary(encrypt(keys, token, mailTokenContext({ template, recipient }))),
  };
}

type SignUp = { email: string; name: string; businessName: string; passwordHash: string };

/**
 * Records a sign-up and queues a mail. 'accepted' does not say whether the address has an account; 'busy': the
 * installation had `most` sign-ups within the hour, or half of them and one from this network. `browser`: the token of
 * the browser's cookie.
 */
export async function signUp(
  connection: Connection,
  keys: MasterKeys,
  { email, name, businessName, passwordHash }: SignUp,
  { browser, network, most }: { browser: string; network: string; most: number },
): Promise<"accepted" | "busy"> {
  const link = mailLink(keys, "verify_email", email);
  return connection.oneFirst(sql.type(z.object({ outcome: z.enum(["accepted", "busy"]) }))`
    select sign_up(
      ${email}, ${name}, ${businessName}, ${passwordHash}, ${link.hash}, ${link.encrypted}, ${cookieHash(browser)},
      ${sql.binary(createHash("sha256").update(network).digest())}, ${most},
      ${presentTraceId()}
    ) as outcome`);
}

/** Sends another link to an address that was not proved yet. */
export async function resendVerification(
  connection: Connection,
  keys: MasterKeys,
  email: string,
  browser: string | undefined,
): Promise<void> {
  const link = mailLink(keys, "verify_email", email);
  await connection.query(sql.type(z.object({}))`
    select from resend_verification(
      ${email}, ${link.hash}, ${link.encrypted}, ${cookieHash(browser)}, ${presentTraceId()}
    )`);
}

/** Sends a link to choose a new password, where somebody has the address. */
export async function requestPasswordReset(
  connection: Connection,
  keys: MasterKeys,
  email: string,
): Promise<void> {
  const link = mailLink(keys, "reset_password", email);
  await connection.query(sql.type(z.object({}))`
    select from request_password_reset(${email}, ${link.hash}, ${link.encrypted}, ${presentTraceId()})`);
}

const linkOwner = z.object({
  email: z.string(),
  business: z.string().nullable(),
  password_hash: z.string().nullable(),
  is_same_browser: z.boolean(),
});

/** Whom a mail's token is for, without using it; null if it is not valid (any more). */
export async function findMailToken(
  connection: Connection,
  token: string,
  kind: "verify_email" | "reset_password",
  browser?: string,
): Promise<z.output<typeof linkOwner> | null> {
  return connection.maybeOne(sql.type(linkOwner)`
    select email, business, password_hash, is_same_browser
    from find_mail_token(${sql.binary(hashToken(token))}, ${kind}, ${cookieHash(browser)})`);
}

/** Uses the token of a mail to prove the address, and signs in: returns the session's token; null if it is not good. */
export async function verifyEmail(
  connection: Connection,
  token: string,
  passwordHash: string | null,
  { address, userAgent }: Device,
): Promise<string | null> {
  const session = newToken();
  const verified = await connection.oneFirst(sql.type(z.object({ session: z.string().nullable() }))`
    select verify_email(
      ${sql.binary(hashToken(token))}, ${passwordHash}, ${sql.binary(hashToken(session))}, ${address},
      ${userAgent ?? null}
    ) as session`);
  return verified === null ? null : session;
}

/** Uses the token of a mail to set a password; every session of the person ends. False if it is not good (any more). */
export async function resetPassword(
  connection: Connection,
  token: string,
  passwordHash: string,
  address: string,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ reset: z.boolean() }))`
    select reset_password(
      ${sql.binary(hashToken(token))}, ${passwordHash}, ${address}, ${presentTraceId()}
    ) as reset`);
}

/**
 * Sets another password in place of the one of `oldHash`. Returns the session's new token, the only session that goes
 * on; null if the password was changed meanwhile.
 */
export async function changePassword(
  connection: Connection,
  sessionId: bigint,
  { oldHash, newHash }: { oldHash: string | null; newHash: string },
  acting: Acting,
): Promise<string | null> {
  const token = newToken();
  const changed = await connection.oneFirst(sql.type(z.object({ changed: z.boolean() }))`
    select change_password(
      ${sessionId}, ${oldHash}, ${newHash}, ${sql.binary(hashToken(token))}, ${actingAs(acting)}
    ) as changed`);
  return changed ? token : null;
}

const credentials = z.object({
  person_id: z.bigint(),
  email: z.string(),
  password_hash: z.string().nullable(),
  is_verified: z.boolean(),
});

/** What the password of a person is compared with; null if nobody has the address, or the id. */
export async function findCredentials(
  connection: Connection,
  who: { email: string } | { personId: bigint },
): Promise<z.output<typeof credentials> | null> {
  const email = "email" in who ? who.email : null;
  const personId = "personId" in who ? who.personId : null;
  return connection.maybeOne(sql.type(credentials)`
    select person_id, email, password_hash, is_verified from find_credentials(${email}, ${personId})`);
}

/**
 * Signs in a person whose password was right. 'done': `token` is a session's; 'second_factor': a started sign-in's.
 * Null if the password was changed meanwhile. The session of `previous`, which the browser had, ends.
 */
export async function signIn(
  connection: Connection,
  personId: bigint,
  passwordHash: string,
  { address, userAgent }: Device,
  previous: string | undefined,
): Promise<{ next: "done" | "second_factor"; token: string } | null> {
  const token = newToken();
  const next = await connection.oneFirst(
    sql.type(z.object({ next: z.enum(["done", "second_factor"]).nullable() }))`
    select sign_in(
      ${personId}, ${passwordHash}, ${sql.binary(hashToken(token))}, ${cookieHash(previous)}, ${address},
      ${userAgent ?? null}
    ) as next`,
  );
  return next === null ? null : { next, token };
}

/** Counts a try to finish a started sign-in and returns its person's id; null if it is over. Before each check. */
export async function useSignIn(connection: Connection, token: string): Promise<bigint | null> {
  if (!isToken(token)) return null;
  return connection.oneFirst(sql.type(z.object({ person_id: z.bigint().nullable() }))`
    select use_sign_in(${sql.binary(hashToken(token))}) as person_id`);
}

/** Finishes a started sign-in whose second factor was right: returns the session's token; null if it is over. */
export async function finishSignIn(
  connection: Connection,
  token: string,
  { address, userAgent }: Device,
): Promise<string | null> {
  const session = newToken();
  const started = await connection.oneFirst(sql.type(z.object({ session: z.string().nullable() }))`
    select finish_sign_in(
      ${sql.binary(hashToken(token))}, ${sql.binary(hashToken(session))}, ${address}, ${userAgent ?? null}
    ) as session`);
  return started === null ? null : session;
}

/** What is counted, by its hash, and how many attempts it has within 15 minutes. */
export type Counted = { subject: Buffer; most: number };

/** Counts an attempt; returns the seconds to wait if there were too many, else null. */
export async function takeAttempts(
  connection: Connection,
  counted: readonly Counted[],
): Promise<number | null> {
  const subjects = counted.map(({ subject }) => subject);
  const most = counted.map((one) => one.most);
  return connection.oneFirst(sql.type(z.object({ seconds: z.int().nullable() }))`
    select take_attempts(${sql.array(subjects, "bytea")}, ${sql.array(most, "int4")}) as seconds`);
}

/** Uncounts an attempt that was right. */
export async function giveBackAttempts(connection: Connection, counted: readonly Counted[]): Promise<void> {
  const subjects = counted.map(({ subject }) => subject);
  await connection.query(sql.type(z.object({}))`
    select from give_back_attempts(${sql.array(subjects, "bytea")})`);
}

/** Adds a person with a proved address who owns a merchant. Returns the person's reference. Is in the audit log. */
export async function createOwner(
  connection: Connection,
  merchantId: bigint,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
  acting: Acting,
): Promise<string> {
  return connection.oneFirst(sql.type(z.object({ person: z.string() }))`
    select create_owner(${merchantId}, ${email}, ${name}, ${passwordHash}, ${actingAs(acting)}) as person`);
}
