import { decrypt, encrypt, type MasterKeys } from "../../sql/process/encryption/encryption.ts";

/** How long somebody has to touch their authenticator. */
export const CHALLENGE_MS = 5 * 60_000;

/** What a challenge is for, and whose session asked for it. Who signs in has none yet. */
export type ChallengeUse = { for: "sign-in" } | { for: "registration" | "step-up"; session: string };

/**
 * Makes a challenge for an authenticator to sign. The time when it lapses is in it, encrypted, so nothing is stored for
 * a challenge that nobody uses. The database keeps the challenges that were used, so that none is used twice.
 */
export function makeChallenge(keys: MasterKeys, use: ChallengeUse): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encrypt(keys, String(Date.now() + CHALLENGE_MS), contextOf(use)));
}

/** Whether we made a challenge (in base64url) for this use, within the last five minutes. */
export function isChallenge(keys: MasterKeys, challenge: string, use: ChallengeUse): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  // Many texts decode to the same bytes, and each would count as another challenge. Accept only ours.
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
