import { createHash } from "node:crypto";

/** More people than a process serves at a time; they take some 2 MB. */
const MOST_SESSIONS = 10_000;

/** The sessions that have used up their requests for now. They are refused without a lookup. */
export type SpentSessions = {
  /** Until when the session of a token may send no requests; undefined if it may. */
  spentUntil(token: string): Date | undefined;
  add(token: string, until: Date): void;
};

/** Stores the last `most` sessions by the hashes of their tokens: others are looked up again. */
export function createSpentSessions(most = MOST_SESSIONS): SpentSessions {
  const times = new Map<string, Date>();
  const hashOf = (token: string) => createHash("sha256").update(token).digest("base64");
  return {
    spentUntil(token) {
      const until = times.get(hashOf(token));
      return until !== undefined && until.getTime() > Date.now() ? until : undefined;
    },
    add(token, until) {
      const hash = hashOf(token);
      times.delete(hash);
      times.set(hash, until);
      if (times.size > most) times.delete(times.keys().next().value!);
    },
  };
}
