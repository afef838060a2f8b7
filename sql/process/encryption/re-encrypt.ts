import type { FragmentSqlToken } from "slonik";
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
import { webhookSecretContext } from "../../webhooks/endpoints/webhook-secret.ts";

const BATCH = 500;

/** Called after each batch with how many rows were read, and how many are left. */
type OnBatch = (done: number, left: number) => void;

/**
 * Re-encrypts values under another key with the current one. Returns how many rows had another key, with those that
 * had to stay as they are for now.
 */
type Reencrypt = (
  connection: Connection,
  keys: MasterKeys,
  acting?: Acting,
  onBatch?: OnBatch,
) => Promise<number>;

/** There is no second value. */
const none = Buffer.alloc(0);

const counted = z.object({ total: z.number() });

/** A value under the current key, beside what was read of it; of some a second value changes with it. */
type Change = { read: Buffer; value: Buffer; second?: Buffer };

type Rows<Row extends { id: bigint | string }> = {
  /** What they are called in the audit log. */
  what: string;
  table: string;
  /** Which of its rows; all by default. */
  where?: FragmentSqlToken;
  /** The column of an `id`, in whose order they are read; `id` by default. */
  key?: string;
  /** Before the first `id`. */
  start: NoInfer<Row["id"]>;
  /** The columns that are read, besides the `id`. */
  columns: FragmentSqlToken;
  row: z.ZodType<Row>;
  /** What changes in a row; nothing if it has the current key. */
  change: (row: Row, keys: MasterKeys) => Change | undefined;
};

const store = call("reencrypt");

/** Goes through rows in batches. */
function reencryptionOf<Row extends { id: bigint | string }>(found: Rows<Row>): Reencrypt {
  const { what, start, columns, row: read, change, where = sql.fragment`true` } = found;
  const [table, key] = [sql.identifier([found.table]), sql.identifier([found.key ?? "id"])];
  return async (connection, keys, acting = {}, onBatch) => {
    const total = await connection.oneFirst(sql.type(counted)`
      select count(*)::int as total from ${table} where ${where}`);
    let [done, foundRows] = [0, 0];
    for (let after: Row["id"] = start; ;) {
      const rows = await connection.any(sql.type(read)`
        select ${key} as id, ${columns} from ${table}
        where ${key} > ${after} and ${where} order by ${key} limit ${BATCH}`);
      const changes = rows.flatMap((row) => {
        const changed = change(row, keys);
        return changed === undefined ? [] : { id: `${row.id}`, second: none, ...changed };
      });
      foundRows += changes.length;
      await store(connection, {
        what,
        ids: changes.map(({ id }) => id),
        read: changes.map((one) => one.read),
        values: changes.map(({ value }) => value),
        seconds: changes.map(({ second }) => second),
        acting,
      });
      done += rows.length;
      onBatch?.(done, Math.max(total - done, 0));
      if (rows.length < BATCH) return foundRows;
      after = rows.at(-1)!.id;
    }
  };
}

const endpoint = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
});

/** The secrets of every webhook endpoint. */
export const reencryptWebhookSecrets = reencryptionOf({
  what: "webhook secrets",
  table: "webhook_endpoints",
  start: 0n,
  columns: sql.fragment`merchant_id, environment, secret, previous_secret`,
  row: endpoint,
  change: ({ merchant_id: merchantId, environment, secret, previous_secret: previous }, keys) => {
    const secrets = previous === null ? [secret] : [secret, previous];
    if (secrets.every((one) => isEncryptedWithCurrentKey(keys, one))) return undefined;
    const context = webhookSecretContext({ merchantId, environment });
    const [value, second] = secrets.map((one) => encrypt(keys, decrypt(keys, one, context), context));
    return { read: secret, value: value!, second: second ?? none };
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
 * counted, and left for the next run: they keep the other key's hash when the call ends.
 */
export const reencryptIdentityRecords = reencryptionOf({
  what: "identity records",
  table: "identity_records",
  where: sql.fragment`status <> 'expired'`,
  start: 0n,
  columns: sql.fragment`merchant_id, environment, type, identifier_hash, encrypted_record`,
  row: identity,
  change: (row, keys) => {
    const { type, identifier_hash: oldHash, encrypted_record: read } = row;
    const tenant = { merchantId: row.merchant_id, environment: row.environment };
    const record = decryptIdentity(keys, { ...tenant, type, hash: oldHash }, read);
    const hash = hashIdentifier(keys, tenant, type, record.identifier)[0]!;
    // A record requested under one key and completed under the other has the hash of the first.
    if (isEncryptedWithCurrentKey(keys, read) && hash.equals(oldHash)) return undefined;
    return { read, value: encryptIdentity(keys, { ...tenant, type, hash }, record), second: hash };
  },
});

/** The encryption context of a phone that the sandbox knows. */
export function sandboxIdentityContext(reference: string): string {
  return `sandbox_identity:${reference}`;
}

/** Every phone that the sandbox knows. */
export const reencryptSandboxIdentities = reencryptionOf({
  what: "sandbox identities",
  table: "sandbox_identities",
  key: "reference",
  start: "",
  columns: sql.fragment`encrypted_phone as value`,
  row: z.object({ id: z.string(), value: z.instanceof(Buffer) }),
  change: ({ id, value }, keys) => underCurrentKey(keys, value, sandboxIdentityContext(id)),
});

/** A row that has one encrypted value. */
const encryptedValue = z.object({ id: z.bigint(), value: z.instanceof(Buffer) });

/** The secret of every person's app for codes. */
export const reencryptTotpSecrets = reencryptionOf({
  what: "totp secrets",
  table: "totp_secrets",
  key: "person_id",
  start: 0n,
  columns: sql.fragment`encrypted_secret as value`,
  row: encryptedValue,
  change: ({ id, value }, keys) => underCurrentKey(keys, value, totpContext(id)),
});

/** The form of every verification. */
export const reencryptVerificationForms = reencryptionOf({
  what: "verification forms",
  table: "verifications",
  where: sql.fragment`encrypted_form is not null`,
  key: "merchant_id",
  start: 0n,
  columns: sql.fragment`encrypted_form as value`,
  row: encryptedValue,
  change: ({ id, value }, keys) => underCurrentKey(keys, value, formContext(id)),
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
  what: "verification documents",
  table: "verification_documents",
  start: 0n,
  columns: sql.fragment`merchant_id, kind, media_type, encrypted_key`,
  row: documentKey,
  change: ({ merchant_id: merchantId, kind, media_type: mediaType, encrypted_key: read }, keys) => {
    if (isEncryptedWithCurrentKey(keys, read)) return undefined;
    return { read, value: reencryptKey(keys, { merchantId, kind, mediaType }, read) };
  },
});

/** A value under the current key; nothing if it has that. `context`: its encryption context. */
function underCurrentKey(keys: MasterKeys, read: Buffer, context: string): Change | undefined {
  if (isEncryptedWithCurrentKey(keys, read)) return undefined;
  return { read, value: encrypt(keys, decrypt(keys, read, context), context) };
}
