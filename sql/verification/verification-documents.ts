import { z } from "zod";
import type { MasterKeys } from "../process/encryption/encryption.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import {
  decryptContent,
  decryptName,
  encryptDocument,
  mediaTypes,
  type DocumentOwner,
} from "../verification/verification-document.ts";
import { documentKinds } from "../verification/verification-form.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

const added = z.object({
  outcome: z.enum(["added", "not_open", "too_many", "too_much"]),
  reference: z.string().nullable(),
});

/** Adds a document to a merchant's verification. See add_verification_document() for the outcomes. */
export async function addVerificationDocument(
  connection: Connection,
  keys: MasterKeys,
  owner: DocumentOwner,
  document: { name: string; content: Buffer },
  acting: Acting,
): Promise<z.output<typeof added>> {
  const { key, name, content } = encryptDocument(keys, owner, document);
  return connection.one(sql.type(added)`
    select outcome, reference from add_verification_document(
      ${owner.merchantId}, ${owner.kind}, ${owner.mediaType}, ${document.content.length}, ${sql.binary(key)},
      ${sql.binary(name)}, ${sql.binary(content)}, ${actingAs(acting)}
    )`);
}

/** Deletes one of a merchant's documents. See remove_verification_document() for the outcomes. */
export async function removeVerificationDocument(
  connection: Connection,
  merchantId: bigint,
  reference: string,
  acting: Acting,
): Promise<"removed" | "not_found" | "not_open"> {
  return connection.oneFirst(sql.type(z.object({ outcome: z.enum(["removed", "not_found", "not_open"]) }))`
    select remove_verification_document(${merchantId}, ${reference}, ${actingAs(acting)}) as outcome`);
}

const fullDocument = z.object({
  kind: z.enum(documentKinds),
  mediaType: z.enum(mediaTypes),
  encrypted_key: z.instanceof(Buffer),
  encrypted_name: z.instanceof(Buffer),
  encrypted_content: z.instanceof(Buffer),
});

export type DocumentContent = Pick<z.output<typeof fullDocument>, "mediaType"> & {
  name: string;
  content: Buffer;
};

/** One of a merchant's documents with its content; null if it has none of that reference. */
export async function readVerificationDocument(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  reference: string,
): Promise<DocumentContent | null> {
  const found = await connection.maybeOne(sql.type(fullDocument)`
    select kind, media_type as "mediaType", encrypted_key, encrypted_name, encrypted_content
    from verification_documents where merchant_id = ${merchantId} and reference = ${reference}`);
  if (found === null) return null;
  const { kind, mediaType, encrypted_key: key, encrypted_name: name, encrypted_content: content } = found;
  const owner = { merchantId, kind, mediaType };
  return {
    mediaType,
    name: decryptName(keys, owner, { key, name }),
    content: decryptContent(keys, owner, { key, content }),
  };
}

/** Notes that a reviewer is about to get a document. See log_document_read() for what false means. */
export async function logDocumentRead(
  connection: Connection,
  merchantId: bigint,
  reference: string,
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ logged: z.boolean() }))`
    select log_document_read(${merchantId}, ${reference}, ${actingAs(acting)}) as logged`);
}
