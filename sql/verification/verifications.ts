import { z } from "zod";
import type { MasterKeys } from "../process/encryption/encryption.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { decryptName, documentJson } from "../verification/verification-document.ts";
import { decryptForm, encryptForm, type VerificationForm } from "../verification/verification-form.ts";
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";
import { kybStatuses } from "../merchants/merchants.ts";

const verification = z.object({
  status: z.enum(kybStatuses),
  statusSince: z.string().nullable(),
  isClosed: z.boolean(),
  reason: z.string().nullable(),
  version: z.number(),
  encrypted_form: z.instanceof(Buffer).nullable(),
});

const storedDocument = documentJson
  .omit({ name: true })
  .extend({ encrypted_key: z.instanceof(Buffer), encrypted_name: z.instanceof(Buffer) });

export type Verification = Omit<z.output<typeof verification>, "encrypted_form"> & {
  form: VerificationForm;
  documents: z.output<typeof documentJson>[];
};

/** A merchant's verification: its status, the form, and the documents without their content. */
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

const save = call("save_verification_form", {
  outcome: z.enum(["saved", "changed", "not_open"]),
  version: z.number().nullable(),
});

/** Saves a form in place of the version that its writer read. */
export const saveVerificationForm = (
  connection: Connection,
  keys: MasterKeys,
  merchantId: bigint,
  { form, version }: { form: VerificationForm; version: number },
  acting: Acting,
) => save(connection, { merchantId, encryptedForm: encryptForm(keys, merchantId, form), version, acting });

/** Submits the version that was checked to be complete, with documents of these kinds, to the reviewers. */
export const submitVerification = call("submit_verification", z.enum(["submitted", "changed", "not_draft"]));

/** Makes a submitted or rejected verification a draft again. False if it is neither. */
export const reopenVerification = call("reopen_verification");
