import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey, type MasterKeys } from "../../sql/process/encryption/encryption.ts";
import { readCookie } from "../http/session.ts";

const cookie = (name: string, value: string, maxAgeSeconds: number) =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;

const DEVICE = "__Host-device";
const RESET = "__Host-reset";
const SIGN_UP = "__Host-sign-up";
const SIGN_IN = "__Host-sign-in";

/** The account that knows a browser, with the hash of its password: a new password ends that. */
export type Account = { email: string; passwordHash: string | null };

/**
 * A cookie that proves that this browser has signed in to an account, with any second factor: a random id, and our HMAC
 * of it and the account. Wrong passwords and codes from other browsers do not use up this browser's attempts.
 */
export function deviceCookie(keys: MasterKeys, account: Account): string {
  return signedCookie(keys, DEVICE, account, 365 * 86_400);
}

/** The id of a browser that has signed in to this account since its password was set; undefined for others. */
export function readDevice(cookies: string | undefined, keys: MasterKeys, account: Account) {
  return readSigned(cookies, keys, DEVICE, account);
}

/**
 * The cookie of a browser that has chosen the account's password with a mail's link: strangers do not use up its
 * attempts at the password. It proves nothing about the second factor.
 */
export function resetCookie(keys: MasterKeys, account: Account): string {
  return signedCookie(keys, RESET, account, 3_600);
}

/** The id of a browser that strangers' wrong passwords do not shut out: it has signed in, or chosen the password. */
export function readKnown(cookies: string | undefined, keys: MasterKeys, account: Account) {
  return readSigned(cookies, keys, DEVICE, account) ?? readSigned(cookies, keys, RESET, account);
}

function signedCookie({ current }: MasterKeys, name: string, account: Account, maxAgeSeconds: number) {
  const id = randomBytes(16).toString("base64url");
  return cookie(name, `${id}.${sign(current, name, id, account)}`, maxAgeSeconds);
}

function readSigned(
  cookies: string | undefined,
  { current, other }: MasterKeys,
  name: string,
  account: Account,
): string | undefined {
  const [id, signature] = readCookie(cookies, name)?.split(".") ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const keys = other === undefined ? [current] : [current, other];
  return keys.some((key) => isEqual(signature, sign(key, name, id, account))) ? id : undefined;
}

/** A cookie by which the browser that signed up is known when the link of the mail is opened. */
export function signUpCookie(token: string): string {
  return cookie(SIGN_UP, token, 86_400);
}

export function readSignUpCookie(cookies: string | undefined): string | undefined {
  return readCookie(cookies, SIGN_UP);
}

/** The cookie of a sign-in that waits for a second factor, for 5 minutes. */
export function signInCookie(token: string): string {
  return cookie(SIGN_IN, token, 300);
}

export function readSignInCookie(cookies: string | undefined): string | undefined {
  return readCookie(cookies, SIGN_IN);
}

/** Makes a browser forget a sign-in that is finished. */
export const noSignInCookie = cookie(SIGN_IN, "", 0);

function sign(key: Buffer, name: string, id: string, { email, passwordHash }: Account): string {
  const signed = JSON.stringify([name, id, email, passwordHash]);
  return createHmac("sha256", deriveKey(key, "devices")).update(signed).digest("base64url");
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
