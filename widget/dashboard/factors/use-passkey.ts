import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { NewPasskeyCredential, PasskeyCredential } from "../api/types.ts";

export const hasPasskeys = browserSupportsWebAuthn;

/** The browser or the person canceled. */
export class PasskeyFailed extends Error {
  override readonly name = "PasskeyFailed";
}

/** Creates a passkey in the browser. Throws PasskeyFailed if that fails. */
export async function makePasskey(options: { challenge: string }): Promise<NewPasskeyCredential> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await failing(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
}

/** Signs with a passkey in the browser. Throws PasskeyFailed if that fails. */
export async function signWithPasskey(options: { challenge: string }): Promise<PasskeyCredential> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await failing(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

async function failing<Result>(ceremony: Promise<Result>): Promise<Result> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof WebAuthnError || error instanceof DOMException) throw new PasskeyFailed();
    throw error;
  }
}
