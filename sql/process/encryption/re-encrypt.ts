import type { QuerySqlToken } from "slonik";
import { z } from "zod";
import {
  hashIdentifier,
  identityTypes,
  decryptIdentity,
  encryptIdentity,
} from "../../identity/identity-record.ts";
import { environments } from "../../ledger/money.ts";
import { isEncryptedWithCurrentKey, decrypt, encrypt, type MasterKeys } from "./encryption.ts";
import type { Connection } from "../database.ts";
import { call } from "../call.ts";
import { sql } from "../sql-tag.ts";
import type { Acting } from "../../audit-log/acting.ts";
import { totpContext } from "../../factors/totp.ts";
import { mediaTypes, reencryptKey } from "../../verification/verification-document.ts";
import { documentKinds, formContext } from "../../verification/verification-form.ts";
import { webhookSecretContext } from "../../webhooks/endpoints/webhook-endpoints.ts";

const BATCH = 500;

/** Called after each batch with how many rows were read, and how many are left. */
type OnBatch = (done: number, left: number) => void;

/** Encrypts with the current key what has another key. Returns how many rows it changed. */
type Reencrypt = (
  connection: Connection,
  keys: MasterKeys,
  acting?: Acting,
  onBatch?: OnBatch,
) => Promise<number>;

const counted = z.object({ total: z.number() });

type Rows<Row extends { id: bigint | string }> = {
  /** What `read` reads. */
  row: z.ZodType<Row>;
  /** Before the first `id`. */
  start: NoInfer<Row["id"]>;
  /** How many rows there are. */
  count: QuerySqlToken<typeof counted>;
  /** The first BATCH rows after an `id`, in its order. */
  read: (after: Row["id"]) => QuerySqlToken<z.ZodType<Row>>;
  /** Stores those of a batch that have another key, under the current one. */
  store: (connection: Connection, rows: readonly Row[], keys: MasterKeys, acting: Acting) => Promise<number>;
};

/** Goes through rows in batches. */
function reencryptionOf<Row extends { id: bigint | string }>(table: Rows<Row>): Reencrypt {
  const { start, count, read, store } = table;
  return async (connection, keys, acting = {}, onBatch) => {
    const total = await connection.oneFirst(count);
    let [done, changedRows] = [0, 0];
    for (let after: Row["id"] = start; ;) {
      const rows = await connection.any(read(after));
      if (rows.length > 0) changedRows += await store(connection, rows, keys, acting);
      done += rows.length;
      onBatch?.(done, Math.max(total - done, 0));
      if (rows.length < BATCH) return changedRows;
      after = rows.at(-1)!.id;
    }
  };
}

const storeWebhookSecrets = call("reencrypt_webhook_secrets");
const storeIdentityRecords = call("reencrypt_identity_records");
const storeSandboxIdentities = call("reencrypt_sandbox_identities");
const storeTotpSecrets = call("reencrypt_totp_secrets");
const storeForms = call("reencrypt_verification_forms");
const storeDocumentKeys = call("reencrypt_verification_documents");

const endpoint = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
});

/** The secrets of every webhook endpoint. */
export const reencryptWebhookSecrets = reencryptionOf({
  row: endpoint,
  start: 0n,
  count: sql.type(counted)`select count(*)::int as total from webhook_endpoints`,
  read: (after) => sql.type(endpoint)`
    select id, merchant_id, environment, secret, previous_secret from webhook_endpoints
    where id > ${after} order by id limit ${BATCH}`,
  store: (connection, rows, keys, acting) => {
    const old = rows.filter(
      (row) =>
        !isEncryptedWithCurrentKey(keys, row.secret) ||
        (row.previous_secret !== null && !isEncryptedWithCurrentKey(keys, row.previous_secret)),
    );
    const contextOf = ({ merchant_id: merchantId, environment }: (typeof rows)[number]) =>
      webhookSecretContext({ merchantId, environment });
    const previous = old.map((row) =>
      row.previous_secret === null ? none : reencrypt(keys, row.previous_secret, contextOf(row)),
    );
    const current = old.map((row) => reencrypt(keys, row.secret, contextOf(row)));
    return storeWebhookSecrets(
      connection,
      idsOf(old),
      old.map(({ secret }) => secret),
      current,
      previous,
      acting,
    );
  },
});

const identity = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  type: z.enum(identityTypes),
  identifier_hash: z.instanceof(Buffer),
  encrypted_record: z.instanceof(Buffer),
});

/**
 * Every identity record, with the current key's hash, by which it is found. Records with a provider call under way are
 * left for the next run.
 */
export const reencryptIdentityRecords = reencryptionOf({
  row: identity,
  start: 0n,
  count: sql.type(counted)`
    select count(*)::int as total from identity_records where status not in ('pending', 'expired')`,
  read: (after) => sql.type(identity)`
    select id, merchant_id, environment, type, identifier_hash, encrypted_record from identity_records
    where id > ${after} and status not in ('pending', 'expired') order by id limit ${BATCH}`,
  store: (connection, rows, keys, acting) => {
    const old = rows.flatMap((row) => {
      const { type, identifier_hash: oldHash, encrypted_record: read } = row;
      const tenant = { merchantId: row.merchant_id, environment: row.environment };
      const record = decryptIdentity(keys, { ...tenant, type, hash: oldHash }, read);
      const hash = hashIdentifier(keys, tenant, type, record.identifier)[0]!;
      // A record requested under one key and completed under the other has the hash of the first.
      if (isEncryptedWithCurrentKey(keys, read) && hash.equals(oldHash)) return [];
      return { id: row.id, read, hash, record: encryptIdentity(keys, { ...tenant, type, hash }, record) };
    });
    const read = old.map((row) => row.read);
    const hashes = old.map(({ hash }) => hash);
    const records = old.map(({ record }) => record);
    return storeIdentityRecords(connection, idsOf(old), read, hashes, records, acting);
  },
});

const sandboxIdentity = z.object({ id: z.string(), value: z.instanceof(Buffer) });

/** The encryption context of a phone that the sandbox knows. */
export function sandboxIdentityContext(reference: string): string {
  return `sandbox_identity:${reference}`;
}

/** Every phone that the sandbox knows. */
export const reencryptSandboxIdentities = reencryptionOf({
  row: sandboxIdentity,
  start: "",
  count: sql.type(counted)`select count(*)::int as total from sandbox_identities`,
  read: (after) => sql.type(sandboxIdentity)`
    select reference as id, encrypted_phone as value from sandbox_identities
    where reference > ${after} order by reference limit ${BATCH}`,
  store: (connection, rows, keys, acting) => {
    const { old, values } = underCurrentKey(keys, rows, ({ id }) => sandboxIdentityContext(id));
    return storeSandboxIdentities(connection, idsOf(old), values, acting);
  },
});

/** A row that has one encrypted value. */
const encryptedValue = z.object({ id: z.bigint(), value: z.instanceof(Buffer) });

/** The secret of every person's app for codes. */
export const reencryptTotpSecrets = reencryptionOf({
  row: encryptedValue,
  start: 0n,
  count: sql.type(counted)`select count(*)::int as total from totp_secrets`,
  read: (after) => sql.type(encryptedValue)`
    select person_id as id, encrypted_secret as value from totp_secrets
    where person_id > ${after} order by person_id limit ${BATCH}`,
  store: (connection, rows, keys, acting) => {
    const { old, values } = underCurrentKey(keys, rows, ({ id }) => totpContext(id));
    return storeTotpSecrets(
      connection,
      idsOf(old),
      old.map(({ value }) => value),
      values,
      acting,
    );
  },
});

/** The form of every verification. */
export const reencryptVerificationForms = reencryptionOf({
  row: encryptedValue,
  start: 0n,
  count: sql.type(counted)`
    select count(*)::int as total from verifications where encrypted_form is not null`,
  read: (after) => sql.type(encryptedValue)`
    select merchant_id as id, encrypted_form as value from verifications
    where merchant_id > ${after} and encrypted_form is not null order by merchant_id limit ${BATCH}`,
  store: (connection, rows, keys, acting) => {
    const { old, values } = underCurrentKey(keys, rows, ({ id }) => formContext(id));
    return storeForms(
      connection,
      idsOf(old),
      old.map(({ value }) => value),
      values,
      acting,
    );
  },
});

const documentKey = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  kind: z.enum(documentKinds),
  media_type: z.enum(mediaTypes),
  encrypted_key: z.instanceof(Buffer),
});

/** The key of every document of a verification. */
export const reencryptVerificationDocuments = reencryptionOf({
  row: documentKey,
  start: 0n,
  count: sql.type(counted)`select count(*)::int as total from verification_documents`,
  read: (after) => sql.type(documentKey)`
    select id, merchant_id, kind, media_type, encrypted_key from verification_documents
    where id > ${after} order by id limit ${BATCH}`,
  store: (connection, rows, keys, acting) => {
    const old = rows.filter(({ encrypted_key: key }) => !isEncryptedWithCurrentKey(keys, key));
    const reencrypted = old.map(
      ({ merchant_id: merchantId, kind, media_type: mediaType, encrypted_key: key }) =>
        reencryptKey(keys, { merchantId, kind, mediaType }, key),
    );
    return storeDocumentKeys(connection, idsOf(old), reencrypted, acting);
  },
});

/**
 * The rows whose `value` has another key than the current one, and those values under the current one. `contextOf`: the
 * encryption context of a row.
 */
function underCurrentKey<Row extends { value: Buffer }>(
  keys: MasterKeys,
  rows: readonly Row[],
  contextOf: (row: Row) => string,
): { old: Row[]; values: Buffer[] } {
  const old = rows.filter(({ value }) => !isEncryptedWithCurrentKey(keys, value));
  return { old, values: old.map((row) => reencrypt(keys, row.value, contextOf(row))) };
}

const reencrypt = (keys: MasterKeys, value: Buffer, context: string): Buffer =>
  encrypt(keys, decrypt(keys, value, context), context);

const idsOf = <Id>(rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id);

/** In a list of secrets: there is none. */
const none = Buffer.alloc(0);
