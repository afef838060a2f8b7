import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey, type MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { cookieNamed, type Cookie } from "../http/cookies.ts";

const device = cookieNamed("__Host-device", 365 * 86_400);
const reset = cookieNamed("__Host-reset", 3_600);

/** By which the browser that signed up is known when the link of the mail is opened. */
export const signUpCookie = cookieNamed("__Host-sign-up", 86_400);

/** Of a sign-in that waits for a second factor, for 5 minutes. */
export const signInCookie = cookieNamed("__Host-sign-in", 300);

/** The account that knows a browser, with the hash of its password: a new password ends that. */
export type Account = { email: string; passwordHash: string | null };

/**
 * A cookie that proves that this browser has signed in to an account, with any second factor: a random id, and our HMAC
 * of it and the account. Wrong passwords and codes from other browsers do not use up this browser's attempts.
 */
export function deviceCookie(keys: MasterKeys, account: Account): string {
  return signedCookie(keys, device, account);
}

/** The id of a browser that has signed in to this account since its password was set; undefined for others. */
export function readDevice(cookies: string | undefined, keys: MasterKeys, account: Account) {
  return readSigned(cookies, keys, device, account);
}

/**
 * The cookie of a browser that has chosen the account's password with a mail's link: strangers do not use up its
 * attempts at the password. It proves nothing about the second factor.
 */
export function resetCookie(keys: MasterKeys, account: Account): string {
  return signedCookie(keys, reset, account);
}

/** The id of a browser that strangers' wrong passwords do not shut out: it has signed in, or chosen the password. */
export function readKnown(cookies: string | undefined, keys: MasterKeys, account: Account) {
  return readSigned(cookies, keys, device, account) ?? readSigned(cookies, keys, reset, account);
}

function signedCookie({ current }: MasterKeys, { name, set }: Cookie, account: Account): string {
  const id = randomBytes(16).toString("base64url");
  return set(`${id}.${sign(current, name, id, account)}`);
}

function readSigned(
  cookies: string | undefined,
  { current, other }: MasterKeys,
  { name, read }: Cookie,
  account: Account,
): string | undefined {
  const [id, signature] = read(cookies)?.split(".") ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const keys = other === undefined ? [current] : [current, other];
  return keys.some((key) => isEqual(signature, sign(key, name, id, account))) ? id : undefined;
}

function sign(key: Buffer, name: string, id: string, { email, passwordHash }: Account): string {
  const signed = JSON.stringify([name, id, email, passwordHash]);
  return createHmac("sha256", deriveKey(key, "devices")).update(signed).digest("base64url");
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
