import { createHash } from "node:crypto";

/** More than the keys and sessions that a process sees at a time; they take some 2 MB. */
const MOST_SECRETS = 10_000;
/** The last time that a Date can have. */
const FOR_EVER = new Date(8_640_000_000_000_000);

/** Keys and tokens that a process remembers. It says who is worth a lookup, never who is admitted. */
export type RememberedSecrets = {
  has(secret: string): boolean;
  /** Until when a secret is remembered; undefined where it is not. */
  untilOf(secret: string): Date | undefined;
  add(secret: string, until?: Date): void;
  remove(secret: string): void;
};

/** Remembers the last `most` secrets that were added, by their hashes: one that is forgotten is looked up again. */
export function createRememberedSecrets(most = MOST_SECRETS): RememberedSecrets {
  // A Map keeps the order in which its members were added.
  const times = new Map<string, Date>();
  const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64");
  const untilOf = (secret: string) => {
    const until = times.size === 0 ? undefined : times.get(hashOf(secret));
    return until !== undefined && until.getTime() > Date.now() ? until : undefined;
  };
  return {
    has: (secret) => untilOf(secret) !== undefined,
    untilOf,
    add(secret, until = FOR_EVER) {
      const hash = hashOf(secret);
      times.delete(hash);
      times.set(hash, until);
      if (times.size > most) times.delete(times.keys().next().value!);
    },
    remove: (secret) => void times.delete(hashOf(secret)),
  };
}
