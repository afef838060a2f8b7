import { z } from "zod";
import type { MasterKeys } from "../process/encryption/encryption.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { decryptName, mediaTypes } from "../verification/verification-document.ts";
import {
  decryptForm,
  documentKinds,
  encryptForm,
  neededKinds,
  type VerificationForm,
} from "../verification/verification-form.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";
import { kybStatuses } from "../merchants/merchants.ts";

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
