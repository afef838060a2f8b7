import { randomBytes } from "node:crypto";
import { z } from "zod";
import { decrypt, decryptBytes, encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import { documentKinds, type DocumentKind } from "./verification-form.ts";

export const mediaTypes = ["application/pdf", "image/png", "image/jpeg"] as const;
export type MediaType = (typeof mediaTypes)[number];

export const documentJson = z
  .object({
    reference: z.string(),
    kind: z.enum(documentKinds),
    name: z.string(),
    mediaType: z.enum(mediaTypes),
    size: z.int().describe("In bytes."),
    createdAt: z.string(),
  })
  .meta({ id: "VerificationDocument", description: "A document that supports the form." });

/** For one document, in bytes. add_verification_document() has the limits for a merchant's total. */
export const MOST_BYTES = 5 * 1024 * 1024;

/** A document's owner, kind and type: encrypted for one, it can't be decrypted for another. */
export type DocumentOwner = { merchantId: bigint; kind: DocumentKind; mediaType: MediaType };

export type EncryptedDocument = { key: Buffer; name: Buffer; content: Buffer };

/** Encrypts a document with a key of its own, and that key with the master key. */
export function encryptDocument(
  keys: MasterKeys,
  owner: DocumentOwner,
  { name, content }: { name: string; content: Buffer },
): EncryptedDocument {
  const own = { current: randomBytes(32) };
  const context = documentContext(owner);
  return {
    key: encrypt(keys, own.current, `${context}:key`),
    name: encrypt(own, name, `${context}:name`),
    content: encrypt(own, content, `${context}:content`),
  };
}

/** The name of a document that encryptDocument() encrypted. Throws for another owner's. */
export function decryptName(
  keys: MasterKeys,
  owner: DocumentOwner,
  { key, name }: Pick<EncryptedDocument, "key" | "name">,
): string {
  return decrypt(openKey(keys, owner, key), name, `${documentContext(owner)}:name`);
}

/** The content of a document that encryptDocument() encrypted. Throws for another owner's. */
export function decryptContent(
  keys: MasterKeys,
  owner: DocumentOwner,
  { key, content }: Pick<EncryptedDocument, "key" | "content">,
): Buffer {
  return decryptBytes(openKey(keys, owner, key), content, `${documentContext(owner)}:content`);
}

/** The document's key, encrypted with the current master key instead of the other one. */
export function reencryptKey(keys: MasterKeys, owner: DocumentOwner, key: Buffer): Buffer {
  return encrypt(keys, openKey(keys, owner, key).current, `${documentContext(owner)}:key`);
}

function openKey(keys: MasterKeys, owner: DocumentOwner, key: Buffer): MasterKeys {
  return { current: decryptBytes(keys, key, `${documentContext(owner)}:key`) };
}

function documentContext({ merchantId, kind, mediaType }: DocumentOwner): string {
  return `verification_document:${merchantId}:${kind}:${mediaType}`;
}
