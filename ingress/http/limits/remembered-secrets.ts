import { createHash } from "node:crypto";

/** Enough for the keys that are in use; they take some 2 MB. */
const MOST_KEYS = 10_000;

/**
 * The secret keys that this process last saw to be valid. It decides which keys deserve a lookup, never which are
 * accepted.
 */
export type KnownKeys = {
  has(secretKey: string): boolean;
  add(secretKey: string): void;
  remove(secretKey: string): void;
};

/** Remembers the last `most` keys that were used, by their hashes. */
export function createKnownKeys(most = MOST_KEYS): KnownKeys {
  // A Set keeps the order in which its members were added.
  const hashes = new Set<string>();
  const hashOf = (secretKey: string) => createHash("sha256").update(secretKey).digest("base64");
  return {
    has: (secretKey) => hashes.size > 0 && hashes.has(hashOf(secretKey)),
    add(secretKey) {
      const hash = hashOf(secretKey);
      hashes.delete(hash);
      hashes.add(hash);
      if (hashes.size > most) hashes.delete(hashes.keys().next().value!);
    },
    remove: (secretKey) => void hashes.delete(hashOf(secretKey)),
  };
}
