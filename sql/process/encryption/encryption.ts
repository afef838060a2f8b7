import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/**
 * The master keys of the service, 32 bytes each: `current` (SERVICE_ENCRYPTION_KEY) encrypts, and both decrypt, so
 * that the key can be changed while everything runs.
 */
export type MasterKeys = { current: Buffer; other?: Buffer | undefined };

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Parses master keys in base64. Throws, without repeating the text, if one is not 32 bytes. */
export function parseMasterKeys(current: string, other?: string): MasterKeys {
  return {
    current: parseMasterKey(current),
    ...(other === undefined ? {} : { other: parseMasterKey(other) }),
  };
}

/** Parses 32 bytes in base64. Throws, without repeating the text, if it is anything else. */
export function parseMasterKey(base64: string): Buffer {
  const key = Buffer.from(base64, "base64");
  if (key.length !== 32)
    throw new Error("the encryption key must be 32 bytes in base64: openssl rand -base64 32");
  return key;
}

/** HKDF labels. Stored values were encrypted under them, so they never change. */
const purposes = {
  encryption: "payments-platform seal",
  identity: "payments-platform identity",
  idempotency: "payments-platform idempotency",
  networks: "payments-platform networks",
  devices: "payments-platform devices",
  books: "payments-platform books",
} as const;

type Purpose = keyof typeof purposes;

/** Deriving a key takes longer than most of what it is used for. */
const derived = new WeakMap<Buffer, Map<Purpose, Buffer>>();

/** A 32-byte key for one purpose. Knowing it reveals neither the master key nor the keys of other purposes. */
export function deriveKey(masterKey: Buffer, purpose: Purpose): Buffer {
  const keys = derived.get(masterKey) ?? new Map<Purpose, Buffer>();
  derived.set(masterKey, keys);
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", masterKey, "", purposes[purpose], 32));
  keys.set(purpose, key);
  return key;
}

/**
 * Encrypts text or bytes (AES-256-GCM, random nonce) for a column. `context` says what it is and whose, such as
 * "webhook_secret:12:test". It is not stored, and decryption needs the same one, so an encrypted value cannot be
 * moved to another row. Returns version, key id, nonce, tag and ciphertext.
 */
export function encrypt({ current }: MasterKeys, plaintext: string | Buffer, context: string): Buffer {
  const key = deriveKey(current, "encryption");
  const nonce = randomBytes(NONCE_BYTES);
  const bytes = typeof plaintext === "string" ? Buffer.from(plaintext) : plaintext;
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const [ciphertext, rest] = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([Buffer.of(VERSION), keyId(key), nonce, cipher.getAuthTag(), ciphertext, rest]);
}

/** Decrypts a text that `encrypt` encrypted; see decryptBytes. */
export function decrypt(keys: MasterKeys, encrypted: Buffer, context: string): string {
  return decryptBytes(keys, encrypted, context).toString("utf8");
}

/** Decrypts what `encrypt` made with either key. Throws for another key or context, or if the value was altered. */
export function decryptBytes({ current, other }: MasterKeys, encrypted: Buffer, context: string): Buffer {
  const keys = [current, ...(other === undefined ? [] : [other])].map((key) => deriveKey(key, "encryption"));
  const nonceAt = 1 + KEY_ID_BYTES;
  const tagAt = nonceAt + NONCE_BYTES;
  const textAt = tagAt + TAG_BYTES;
  const key = keys.find((candidate) => encrypted.subarray(1, nonceAt).equals(keyId(candidate)));
  if (encrypted[0] !== VERSION || key === undefined) {
    throw new Error("a stored secret was encrypted with another SERVICE_ENCRYPTION_KEY");
  }
  // Without the length, Node.js would accept a shortened tag.
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(nonceAt, tagAt), options)
    .setAAD(Buffer.from(context))
    .setAuthTag(encrypted.subarray(tagAt, textAt));
  return Buffer.concat([decipher.update(encrypted.subarray(textAt)), decipher.final()]);
}

/** Whether `encrypt` made this with the current key. */
export function isEncryptedWithCurrentKey({ current }: MasterKeys, encrypted: Buffer): boolean {
  return encrypted.subarray(1, 1 + KEY_ID_BYTES).equals(keyIdOf(current));
}

/** The id that values carry which a master key has encrypted. */
export const keyIdOf = (masterKey: Buffer): Buffer => keyId(deriveKey(masterKey, "encryption"));

function keyId(key: Buffer): Buffer {
  return createHash("sha256").update(key).digest().subarray(0, KEY_ID_BYTES);
}
