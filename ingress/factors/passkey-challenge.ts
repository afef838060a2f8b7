import { decrypt, encrypt, type MasterKeys } from "../../sql/process/encryption/encryption.ts";

/** How long a person has to use their authenticator. */
export const CHALLENGE_MS = 5 * 60_000;

/** A challenge's purpose, and its session. Sign-in has none yet. */
export type ChallengeUse = { for: "sign-in" } | { for: "registration" | "step-up"; session: string };

/**
 * Makes a challenge for an authenticator to sign. It contains its own expiry, encrypted, so unused challenges need no
 * storage. The database stores used ones, so that none is used twice.
 */
export function makeChallenge(keys: MasterKeys, use: ChallengeUse): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encrypt(keys, String(Date.now() + CHALLENGE_MS), contextOf(use)));
}

/** Whether we made a challenge (in base64url) for this use, within the last five minutes. */
export function isChallenge(keys: MasterKeys, challenge: string, use: ChallengeUse): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  // Many texts decode to the same bytes, and each would count as a new challenge. Accept only ours.
  if (bytes.toString("base64url") !== challenge) return false;
  try {
    return Number(decrypt(keys, bytes, contextOf(use))) > Date.now();
  } catch {
    return false;
  }
}

function contextOf(use: ChallengeUse): string {
  return `passkey_challenge:${use.for}:${"session" in use ? use.session : ""}`;
}
