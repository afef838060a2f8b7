import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** A signature is refused if its time differs from ours by more than this, against replays. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a header `t=<Unix seconds>,v1=<hex>` is the HMAC-SHA256 of t, a dot and these bytes under one of the secrets,
 * made within five minutes of now.
 */
export function isSignedAtTime(bytes: Buffer, header: string, secrets: readonly string[]): boolean {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (time === undefined || signature === undefined) return false;
  const given = Buffer.from(signature, "hex");
  const isGenuine = secrets.some((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(`${time}.`).update(bytes).digest(), given),
  );
  return isGenuine && Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS;
}

/**
 * Whether a header is the HMAC-SHA512 of these bytes, in hex, under one of the keys. It has no timestamp: a replayed
 * notice must do no harm.
 */
export function isSignedAsItIs(bytes: Buffer, header: string, keys: readonly string[]): boolean {
  if (!/^[0-9a-f]{128}$/.test(header)) return false;
  const given = Buffer.from(header, "hex");
  return keys.some((key) => timingSafeEqual(createHmac("sha512", key).update(bytes).digest(), given));
}

/**
 * Whether a header is one of the secrets itself. Their digests, of equal length, are compared. Nothing ties it to the
 * body: anyone who has seen one notice can forge any other, so no notice may do harm.
 */
export function isOneOf(_bytes: Buffer, header: string, secrets: readonly string[]): boolean {
  const given = hash("sha256", header, "buffer");
  return secrets.some((secret) => timingSafeEqual(hash("sha256", secret, "buffer"), given));
}
