import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import {
  findPasskey,
  findPasskeysOf,
  usePasskey,
  type NewPasskey,
  type Passkey,
} from "../../sql/factors/passkeys.ts";
import type { Connection } from "../../sql/process/database.ts";
import type { Context } from "../context.ts";
import { text } from "../http/fields.ts";
import { invalid } from "../http/problems.ts";
import type { Session } from "../http/session.ts";
import { CHALLENGE_MS, isChallenge, makeChallenge, type ChallengeUse } from "./passkey-challenge.ts";

const bytes = (longest: number) =>
  text(/^[A-Za-z0-9_-]+$/, "must be base64url, as the browser gives it").max(longest, {
    error: "is too long",
  });

const type = z.literal("public-key", { error: "must be public-key" });

const credentialWith = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: bytes(1_400), rawId: bytes(1_400), type, response });

/** What a browser returns for a new passkey: RegistrationResponseJSON of WebAuthn. */
export const newCredential = credentialWith(
  z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
).meta({ id: "NewPasskeyCredential" });

/** What a browser returns for a passkey's signature: AuthenticationResponseJSON of WebAuthn. */
export const signedCredential = credentialWith(
  z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(4_000),
    userHandle: bytes(200).nullish(),
  }),
).meta({ id: "PasskeyCredential" });

/** What a browser's navigator.credentials takes, as JSON of WebAuthn. */
export const ceremonyOptions = z.looseObject({ challenge: z.string() });

/** It has hundreds of files: loaded with the first ceremony, so that each start is faster. */
const loadWebauthn = () => import("@simplewebauthn/server");

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

type Settings = Pick<Context["config"], "publicUrl" | "encryptionKeys">;

/** Passkeys belong to the host of PUBLIC_URL. */
const hostOf = ({ publicUrl }: Settings) => new URL(publicUrl).hostname;
const originOf = ({ publicUrl }: Settings) => new URL(publicUrl).origin;

/** A browser's options to create a passkey for the session's person, on an authenticator without one of theirs. */
export async function registrationOptions(config: Settings, database: Connection, session: Session) {
  const { generateRegistrationOptions } = await loadWebauthn();
  const has = await findPasskeysOf(database, session.personId);
  return generateRegistrationOptions({
    rpName: "Dashboard",
    rpID: hostOf(config),
    userID: new TextEncoder().encode(session.person),
    userName: session.email,
    userDisplayName: session.name,
    challenge: makeChallenge(config.encryptionKeys, { for: "registration", session: session.reference }),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: has.map(describePasskey),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** A browser's options to sign with a passkey: one of these, or any it has for us. */
export async function signatureOptions(
  config: Settings,
  use: ChallengeUse,
  passkeys: readonly Passkey[] = [],
) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: hostOf(config),
    challenge: makeChallenge(config.encryptionKeys, use),
    timeout: CHALLENGE_MS,
    userVerification: "required",
    ...(passkeys.length > 0 && { allowCredentials: passkeys.map(describePasskey) }),
  });
}

function describePasskey({ credentialId, transports }: Passkey) {
  return { id: credentialId.toString("base64url"), transports: [...transports] };
}

/** Checks a new passkey of the session's person. Raises VALIDATION_ERROR. */
export async function checkNewPasskey(
  config: Settings,
  credential: z.output<typeof newCredential>,
  session: Session,
): Promise<Omit<NewPasskey, "name">> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  let challenge = "";
  const verified = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given;
      const use = { for: "registration", session: session.reference } as const;
      return isChallenge(config.encryptionKeys, given, use);
    },
    expectedOrigin: originOf(config),
    expectedRPID: hostOf(config),
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true) throw notAccepted();
  const { credential: made, credentialBackedUp: isSynced } = verified.registrationInfo;
  return {
    challenge,
    credentialId: Buffer.from(made.id, "base64url"),
    publicKey: Buffer.from(made.publicKey),
    signCount: made.counter,
    transports: credential.response.transports ?? [],
    isSynced,
  };
}

/**
 * Accepts a passkey's signature for this use, once, and returns the passkey's person. Call it in the transaction that
 * the signature authorizes. `refused` for any error: strangers learn nothing about passkeys.
 */
export async function acceptSignature(
  { config, database }: { config: Settings; database: Connection },
  credential: z.output<typeof signedCredential>,
  use: ChallengeUse,
  { address, personId }: { address: string; personId?: bigint },
): Promise<{ personId: bigint; email: string } | "refused"> {
  const passkey = await findPasskey(database, Buffer.from(credential.id, "base64url"));
  if (passkey === null || (personId !== undefined && passkey.personId !== personId)) return "refused";
  const { userHandle } = credential.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== passkey.person) return "refused";
  const { verifyAuthenticationResponse } = await loadWebauthn();
  let challenge = "";
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: (given) => {
      challenge = given;
      return isChallenge(config.encryptionKeys, given, use);
    },
    expectedOrigin: originOf(config),
    expectedRPID: hostOf(config),
    // The count of signatures is compared in the database, which sees all processes and writes the audit log.
    credential: { id: credential.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true) return "refused";
  const { newCounter: signCount, credentialBackedUp: isSynced } = verified.authenticationInfo;
  const acting = { actor: passkey.email, personId: passkey.personId, address };
  const outcome = await usePasskey(database, passkey.id, { challenge, signCount, isSynced }, acting);
  return outcome === "used" ? { personId: passkey.personId, email: passkey.email } : "refused";
}

/** A passkey that is not accepted, for whatever reason. */
export const notAccepted = () =>
  invalid({ credential: "was not accepted: it may have expired. Start again in the dashboard" });
