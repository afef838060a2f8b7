import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** SERVICE_ENCRYPTION_KEY, parsed: 32 bytes. */
export type MasterKey = Buffer;

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Parses 32 bytes in base64. Throws, without repeating the text, when it is anything else. */
export function parseMasterKey(base64: string): MasterKey {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32)
    throw new Error("the encryption key must be 32 bytes in base64: openssl rand -base64 32");
  return key;
}

/** A 32-byte key for one purpose; knowing it tells nothing of the master key or of other purposes' keys. */
export function deriveKey(masterKey: MasterKey, purpose: "seal" | "cursor"): Buffer {
  return Buffer.from(hkdfSync("sha256", masterKey, "", `payments-platform ${purpose}`, 32));
}

/**
 * Encrypts `plaintext` (AES-256-GCM, random nonce) for a column. `context` says what it is and whose, such as
 * "webhook_secret:12:test"; it is not stored, and opening needs the same one, so that sealed values cannot be moved
 * from one row to another. The result: version, key id, nonce, tag, ciphertext.
 */
export function seal(masterKey: MasterKey, plaintext: string, context: string): Buffer {
  const key = deriveKey(masterKey, "seal");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), keyId(key), nonce, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts what `seal` made. Throws when it was made with another key or context, or was altered. */
export function open(masterKey: MasterKey, sealed: Buffer, context: string): string {
  const key = deriveKey(masterKey, "seal");
  const nonceAt = 1 + KEY_ID_BYTES;
  const tagAt = nonceAt + NONCE_BYTES;
  const textAt = tagAt + TAG_BYTES;
  if (sealed[0] !== VERSION || !sealed.subarray(1, nonceAt).equals(keyId(key))) {
    throw new Error("a stored secret was sealed with another SERVICE_ENCRYPTION_KEY");
  }
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(nonceAt, tagAt))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(sealed.subarray(textAt)), decipher.final()]).toString("utf8");
}

function keyId(key: Buffer): Buffer {
  return createHash("sha256").update(key).digest().subarray(0, KEY_ID_BYTES);
}
