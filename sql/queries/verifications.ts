import { z } from "zod";
import type { MasterKeys } from "../crypto/encryption.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import {
  decryptContent,
  decryptName,
  encryptDocument,
  mediaTypes,
  type DocumentOwner,
} from "../verification/verification-document.ts";
import {
  decryptForm,
  documentKinds,
  encryptForm,
  neededKinds,
  type VerificationForm,
} from "../verification/verification-form.ts";
import { actingAs, type Acting } from "./audit-log.ts";
import { kybStatuses } from "./merchants.ts";
import { pageOf, type Page, type Position } from "./pages.ts";

const verification = z.object({
  status: z.enum(kybStatuses),
  statusSince: z.string().nullable(),
  isClosed: z.boolean(),
  reason: z.string().nullable(),
  version: z.number(),
  encrypted_form: z.instanceof(Buffer).nullable(),
});

const storedDocument = z.object({
  reference: z.string(),
  kind: z.enum(documentKinds),
  mediaType: z.enum(mediaTypes),
  size: z.number(),
  createdAt: z.string(),
  encrypted_key: z.instanceof(Buffer),
  encrypted_name: z.instanceof(Buffer),
});

type VerificationDocument = Pick<
  z.output<typeof storedDocument>,
  "reference" | "kind" | "mediaType" | "size" | "createdAt"
> & { name: string };

export type Verification = Omit<z.output<typeof verification>, "encrypted_form"> & {
  form: VerificationForm;
  documents: VerificationDocument[];
};

/** A merchant's verification: how far it is, the form, and the documents without their content. */
export async function findVerification(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
): Promise<Verification> {
  const { encrypted_form, ...found } = await connection.one(sql.type(verification)`
    select m.kyb_status as status, iso_timestamp(v.status_since) as "statusSince",
      m.closed_at is not null as "isClosed", v.reason, coalesce(v.version, 0) as version, v.encrypted_form
    from merchants m left join verifications v on v.merchant_id = m.id where m.id = ${merchantId}`);
  const documents = await connection.any(sql.type(storedDocument)`
    select reference, kind, media_type as "mediaType", size, iso_timestamp(created_at) as "createdAt",
      encrypted_key, encrypted_name
    from verification_documents where merchant_id = ${merchantId} order by id`);
  return {
    ...found,
    form: decryptForm(keys, merchantId, encrypted_form),
    documents: documents.map(({ encrypted_key: key, encrypted_name: name, ...document }) => ({
      ...document,
      name: decryptName(keys, { merchantId, ...document }, { key, name }),
    })),
  };
}

const savedForm = z.object({
  outcome: z.enum(["saved", "changed", "not_open"]),
  version: z.number().nullable(),
});

/** Saves a form in place of the version that its writer read. See save_verification_form() for the outcomes. */
export async function saveVerificationForm(
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  { form, version }: { form: VerificationForm; version: number },
  acting: Acting,
): Promise<z.output<typeof savedForm>> {
  const encrypted = encryptForm(keys, merchantId, form);
  return connection.one(sql.type(savedForm)`
    select outcome, version from save_verification_form(
      ${merchantId}, ${sql.binary(encrypted)}, ${version}, ${actingAs(acting)}
    )`);
}

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

const fullDocument = storedDocument
  .pick({ kind: true, mediaType: true, encrypted_key: true, encrypted_name: true })
  .extend({ encrypted_content: z.instanceof(Buffer) });

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

/** Hands the version that was checked to be complete to the reviewers. See submit_verification() for the outcomes. */
export async function submitVerification(
  connection: Connection,
  merchantId: bigint,
  version: number,
  acting: Acting,
): Promise<"submitted" | "changed" | "not_draft"> {
  const outcome = z.object({ outcome: z.enum(["submitted", "changed", "not_draft"]) });
  return connection.oneFirst(sql.type(outcome)`
    select submit_verification(
      ${merchantId}, ${version}, ${sql.array([...neededKinds], "text")}, ${actingAs(acting)}
    ) as outcome`);
}

/** Makes a submitted or rejected verification a draft again. False if it is neither. */
export async function reopenVerification(
  connection: Connection,
  merchantId: bigint,
  acting: Acting,
): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ reopened: z.boolean() }))`
    select reopen_verification(${merchantId}, ${actingAs(acting)}) as reopened`);
}

export const decisions = ["approved", "rejected"] as const;
const verdict = z.object({ verdict: z.enum(["decided", "not_found", "not_submitted", "own_merchant"]) });

/** Decides about a merchant's business; a rejection's reason stands in `acting`. See decide_verification(). */
export async function decideVerification(
  connection: Connection,
  merchant: string,
  decision: (typeof decisions)[number],
  acting: Acting,
): Promise<z.output<typeof verdict>["verdict"]> {
  return connection.oneFirst(sql.type(verdict)`
    select decide_verification(${merchant}, ${decision}, ${actingAs(acting)}) as verdict`);
}

/** The states that reviewers see: a draft is the merchant's own. */
export const reviewedStatuses = ["submitted", "approved", "rejected"] as const;
type ReviewedStatus = (typeof reviewedStatuses)[number];

const listed = z.object({
  merchant: z.string(),
  name: z.string(),
  status: z.enum(reviewedStatuses),
  statusSince: z.string(),
  documents: z.number(),
  isOwn: z.boolean(),
});
export type ListedVerification = z.output<typeof listed>;

/**
 * A page of the verifications in one state, those that are in it longest first. `reviewer`: the person who asks, who
 * cannot decide about what is their own; null for an operator.
 */
export async function listVerifications(
  connection: Connection,
  status: ReviewedStatus,
  { limit, after }: { limit: number; after: Position | null },
  reviewer: bigint | null,
): Promise<Page<ListedVerification>> {
  const row = z.object({ json: listed, created_at: z.string(), id: z.bigint() });
  const rows = await connection.any(sql.type(row)`
    select jsonb_build_object(
        'merchant', m.reference, 'name', m.name, 'status', m.kyb_status, 'statusSince', iso_timestamp(v.status_since),
        'documents', (select count(*) from verification_documents d where d.merchant_id = m.id),
        'isOwn', is_own_verification(m.id, ${reviewer}::bigint)
      ) as json, v.status_since::text as created_at, m.id
    from merchants m join verifications v on v.merchant_id = m.id
    where m.kyb_status = ${status} and m.closed_at is null
      and (${after === null} or
        (v.status_since, m.id) > (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}::bigint))
    order by v.status_since, m.id
    limit ${limit + 1}`);
  return pageOf(rows, limit);
}

/** A count ends there, and stands for more: nobody reads a larger one. */
const MOST_COUNTED = 1_000;

/** How many businesses wait for a decision that this reviewer may make; 1,000 stands for more. */
export async function countWaitingVerifications(connection: Connection, reviewer: bigint): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ waiting: z.int() }))`
    select count(*)::int as waiting from (
      select from merchants m join verifications v on v.merchant_id = m.id
      where m.kyb_status = 'submitted' and m.closed_at is null and not is_own_verification(m.id, ${reviewer})
      limit ${MOST_COUNTED}
    ) submitted`);
}

const reviewed = z.object({
  id: z.bigint(),
  reference: z.string(),
  name: z.string(),
  status: z.enum(kybStatuses),
  isOwn: z.boolean(),
});
export type ReviewedMerchant = z.output<typeof reviewed>;

/** The merchant of a reference as its reviewer sees it; null if there is none. */
export async function findReviewedMerchant(
  connection: Connection,
  merchant: string,
  reviewer: bigint | null,
): Promise<ReviewedMerchant | null> {
  return connection.maybeOne(sql.type(reviewed)`
    select m.id, m.reference, m.name, m.kyb_status as status,
      is_own_verification(m.id, ${reviewer}::bigint) as "isOwn"
    from merchants m where m.reference = ${merchant}`);
}

const step = z.object({
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
});
export type VerificationStep = z.output<typeof step>;

/** The last 50 changes of how far a merchant's verification was, newest first, from the audit log. */
export async function listVerificationSteps(
  connection: Connection,
  merchantId: bigint,
): Promise<readonly VerificationStep[]> {
  return connection.any(sql.type(step)`
    select iso_timestamp(at) as at, action, actor, before_status as "from", after_status as "to", reason
    from list_verification_steps(${merchantId})`);
}
