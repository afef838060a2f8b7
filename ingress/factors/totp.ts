import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A new secret for an authenticator app: 160 random bits, in base32. */
export function makeTotpSecret(): string {
  return Array.from({ length: 32 }, () => base32[randomBytes(1)[0]! & 31]).join("");
}

/** A secret's code in a step of 30 seconds since 1970: six digits (RFC 6238, with SHA-1 like all apps). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const at = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/**
 * The step with this code: that of `now` (Unix time in milliseconds), or the one before or after, since clocks differ;
 * undefined if none matches.
 */
export function stepOfCode(secret: string, code: string, now: number = Date.now()): number | undefined {
  const present = Math.floor(now / STEP_MS);
  const given = Buffer.from(code);
  return [present, present - 1, present + 1].find((step) => {
    const right = Buffer.from(totpCode(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** The content of the QR code for an app. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const whole = bits.match(/.{8}/g) ?? [];
  return Buffer.from(whole.map((byte) => Number.parseInt(byte, 2)));
}
