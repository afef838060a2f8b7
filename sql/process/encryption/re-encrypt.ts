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
import { webhookSecretContext } from "../../webhooks/endpoints/webhook-secret.ts";

const BATCH = 500;

/** Called after each batch with how many rows were read, and how many are left. */
type OnBatch = (done: number, left: number) => void;

/** Re-encrypts values under another key with the current one. Returns how many rows it changed. */
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
  /** What `read` reads. */
  row: z.ZodType<Row>;
  /** Before the first `id`. */
  start: NoInfer<Row["id"]>;
  /** How many rows there are. */
  count: QuerySqlToken<typeof counted>;
  /** The first BATCH rows after an `id`, in its order. */
  read: (after: Row["id"]) => QuerySqlToken<z.ZodType<Row>>;
  /** What changes in a row; nothing if it has the current key. */
  change: (row: Row, keys: MasterKeys) => Change | undefined;
};

const store = call("reencrypt");

/** Goes through rows in batches. */
function reencryptionOf<Row extends { id: bigint | string }>(table: Rows<Row>): Reencrypt {
  const { what, start, count, read, change } = table;
  return async (connection, keys, acting = {}, onBatch) => {
    const total = await connection.oneFirst(count);
    let [done, changedRows] = [0, 0];
    for (let after: Row["id"] = start; ;) {
      const rows = await connection.any(read(after));
      const changes = rows.flatMap((row) => {
        const changed = change(row, keys);
        return changed === undefined ? [] : { id: `${row.id}`, second: none, ...changed };
      });
      changedRows += await store(connection, {
        what,
        ids: changes.map(({ id }) => id),
        read: changes.map((one) => one.read),
        values: changes.map(({ value }) => value),
        seconds: changes.map(({ second }) => second),
        acting,
      });
      done += rows.length;
      onBatch?.(done, Math.max(total - done, 0));
      if (rows.length < BATCH) return changedRows;
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
  row: endpoint,
  start: 0n,
  count: sql.type(counted)`select count(*)::int as total from webhook_endpoints`,
  read: (after) => sql.type(endpoint)`
    select id, merchant_id, environment, secret, previous_secret from webhook_endpoints
    where id > ${after} order by id limit ${BATCH}`,
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
 * left for the next run.
 */
export const reencryptIdentityRecords = reencryptionOf({
  what: "identity records",
  row: identity,
  start: 0n,
  count: sql.type(counted)`
    select count(*)::int as total from identity_records where status not in ('pending', 'expired')`,
  read: (after) => sql.type(identity)`
    select id, merchant_id, environment, type, identifier_hash, encrypted_record from identity_records
    where id > ${after} and status not in ('pending', 'expired') order by id limit ${BATCH}`,
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

const sandboxIdentity = z.object({ id: z.string(), value: z.instanceof(Buffer) });

/** The encryption context of a phone that the sandbox knows. */
export function sandboxIdentityContext(reference: string): string {
  return `sandbox_identity:${reference}`;
}

/** Every phone that the sandbox knows. */
export const reencryptSandboxIdentities = reencryptionOf({
  what: "sandbox identities",
  row: sandboxIdentity,
  start: "",
  count: sql.type(counted)`select count(*)::int as total from sandbox_identities`,
  read: (after) => sql.type(sandboxIdentity)`
    select reference as id, encrypted_phone as value from sandbox_identities
    where reference > ${after} order by reference limit ${BATCH}`,
  change: ({ id, value }, keys) => underCurrentKey(keys, value, sandboxIdentityContext(id)),
});

/** A row that has one encrypted value. */
const encryptedValue = z.object({ id: z.bigint(), value: z.instanceof(Buffer) });

/** The secret of every person's app for codes. */
export const reencryptTotpSecrets = reencryptionOf({
  what: "totp secrets",
  row: encryptedValue,
  start: 0n,
  count: sql.type(counted)`select count(*)::int as total from totp_secrets`,
  read: (after) => sql.type(encryptedValue)`
    select person_id as id, encrypted_secret as value from totp_secrets
    where person_id > ${after} order by person_id limit ${BATCH}`,
  change: ({ id, value }, keys) => underCurrentKey(keys, value, totpContext(id)),
});

/** The form of every verification. */
export const reencryptVerificationForms = reencryptionOf({
  what: "verification forms",
  row: encryptedValue,
  start: 0n,
  count: sql.type(counted)`
    select count(*)::int as total from verifications where encrypted_form is not null`,
  read: (after) => sql.type(encryptedValue)`
    select merchant_id as id, encrypted_form as value from verifications
    where merchant_id > ${after} and encrypted_form is not null order by merchant_id limit ${BATCH}`,
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
  row: documentKey,
  start: 0n,
  count: sql.type(counted)`select count(*)::int as total from verification_documents`,
  read: (after) => sql.type(documentKey)`
    select id, merchant_id, kind, media_type, encrypted_key from verification_documents
    where id > ${after} order by id limit ${BATCH}`,
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
