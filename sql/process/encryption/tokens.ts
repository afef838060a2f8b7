import { createHash, randomBytes } from "node:crypto";

/** A new secret token with 256 random bits: of a session, of a mail's link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** What is stored of a token. It is random throughout, so a slow hash would add nothing. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
