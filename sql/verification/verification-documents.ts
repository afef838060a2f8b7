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
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";

const add = call("add_verification_document", {
  outcome: z.enum(["added", "not_open", "too_many", "too_much"]),
  reference: z.string().nullable(),
});

/** Adds a document to a merchant's verification. */
export async function addVerificationDocument(
  connection: Connection,
  keys: MasterKeys,
  owner: DocumentOwner,
  document: { name: string; content: Buffer },
  acting: Acting,
) {
  const { key, name, content } = encryptDocument(keys, owner, document);
  const encrypted = { encryptedKey: key, encryptedName: name, encryptedContent: content };
  return add(connection, { ...owner, size: document.content.length, ...encrypted, acting });
}

/** Deletes one of a merchant's documents. */
export const removeVerificationDocument = call(
  "remove_verification_document",
  z.enum(["removed", "not_found", "not_open"]),
);

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

/** Records that a reviewer is about to get a document. False if there is none. */
export const logDocumentRead = call("log_document_read");
