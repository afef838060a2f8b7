import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey, type MasterKeys } from "../../sql/crypto/encryption.ts";
import { readCookie } from "../http/session.ts";

const cookie = (name: string, value: string, maxAgeSeconds: number) =>
  `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;

const DEVICE = "__Host-device";
const SIGN_UP = "__Host-sign-up";
const SIGN_IN = "__Host-sign-in";

/**
 * A cookie that says that this browser has signed in to an account: a random id, and our HMAC of it and the address.
 * Wrong passwords from other browsers do not use up this browser's attempts.
 */
export function deviceCookie({ current }: MasterKeys, email: string): string {
  const id = randomBytes(16).toString("base64url");
  return cookie(DEVICE, `${id}.${sign(current, id, email)}`, 365 * 86_400);
}

/** The id of a browser that has signed in to this account; undefined for others. */
export function readDevice(
  cookies: string | undefined,
  { current, other }: MasterKeys,
  email: string,
): string | undefined {
  const [id, signature] = readCookie(cookies, DEVICE)?.split(".") ?? [];
  if (id === undefined || signature === undefined) return undefined;
  const keys = other === undefined ? [current] : [current, other];
  return keys.some((key) => isEqual(signature, sign(key, id, email))) ? id : undefined;
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

function sign(key: Buffer, id: string, email: string): string {
  return createHmac("sha256", deriveKey(key, "devices")).update(`${id}:${email}`).digest("base64url");
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
