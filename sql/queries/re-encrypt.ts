import type { QuerySqlToken } from "slonik";
import { z } from "zod";
import {
  hashIdentifier,
  identityTypes,
  decryptIdentity,
  encryptIdentity,
} from "../identity/identity-record.ts";
import { environments } from "../ledger/money.ts";
import { isEncryptedWithCurrentKey, decrypt, encrypt, type MasterKeys } from "../crypto/encryption.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import { actingAs, type Acting } from "./audit-log.ts";
import { totpContext } from "./totp.ts";
import { mediaTypes, reencryptKey } from "../verification/verification-document.ts";
import { documentKinds, formContext } from "../verification/verification-form.ts";
import { webhookSecretContext } from "./webhook-endpoints.ts";

const BATCH = 500;

/** Called after each batch with how many rows were read, and how many are left. */
type OnBatch = (done: number, left: number) => void;

const endpoint = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
});

/** Encrypts every webhook secret that has another key with the current one. Returns how many endpoints it changed. */
export async function reencryptWebhookSecrets(
  connection: Connection,
  keys: MasterKeys,
  acting: Acting = {},
  onBatch?: OnBatch,
): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(endpoint)`
      select id, merchant_id, environment, secret, previous_secret from webhook_endpoints
      where id > ${after} order by id limit ${BATCH}`);
  const count = sql.type(counted)`select count(*)::int as total from webhook_endpoints`;
  return reencryptAll(connection, { start: 0n, count, onBatch }, readBatch, async (rows) => {
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
    return connection.oneFirst(sql.type(changed)`
      select reencrypt_webhook_secrets(
        ${idsOf(old)}, ${binaries(old.map(({ secret }) => secret))},
        ${binaries(old.map((row) => reencrypt(keys, row.secret, contextOf(row))))},
        ${binaries(previous)}, ${actingAs(acting)}
      ) as changed`);
  });
}

const identity = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  type: z.enum(identityTypes),
  identifier_hash: z.instanceof(Buffer),
  encrypted_record: z.instanceof(Buffer),
});

/**
 * Encrypts every identity record that has another key with the current one, and stores that key's hash, by which
 * it is found. Returns how many it changed. Records with a provider call under way are left for the next run.
 */
export async function reencryptIdentityRecords(
  connection: Connection,
  keys: MasterKeys,
  acting: Acting = {},
  onBatch?: OnBatch,
): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(identity)`
      select id, merchant_id, environment, type, identifier_hash, encrypted_record from identity_records
      where id > ${after} and status not in ('pending', 'expired') order by id limit ${BATCH}`);
  const count = sql.type(counted)`
    select count(*)::int as total from identity_records where status not in ('pending', 'expired')`;
  return reencryptAll(connection, { start: 0n, count, onBatch }, readBatch, async (rows) => {
    const old = rows.flatMap((row) => {
      const { type, identifier_hash: oldHash, encrypted_record: read } = row;
      const tenant = { merchantId: row.merchant_id, environment: row.environment };
      const record = decryptIdentity(keys, { ...tenant, type, hash: oldHash }, read);
      const hash = hashIdentifier(keys, tenant, type, record.identifier)[0]!;
      // A record requested under one key and completed under the other has the hash of the first.
      if (isEncryptedWithCurrentKey(keys, read) && hash.equals(oldHash)) return [];
      return { id: row.id, read, hash, record: encryptIdentity(keys, { ...tenant, type, hash }, record) };
    });
    return connection.oneFirst(sql.type(changed)`
      select reencrypt_identity_records(
        ${idsOf(old)}, ${binaries(old.map(({ read }) => read))}, ${binaries(old.map(({ hash }) => hash))},
        ${binaries(old.map(({ record }) => record))}, ${actingAs(acting)}
      ) as changed`);
  });
}

const sandboxIdentity = z.object({ id: z.string(), value: z.instanceof(Buffer) });

/** The encryption context of a phone that the sandbox knows. */
export function sandboxIdentityContext(reference: string): string {
  return `sandbox_identity:${reference}`;
}

/** Encrypts every phone that the sandbox knows with the current key. Returns how many it changed. */
export async function reencryptSandboxIdentities(
  connection: Connection,
  keys: MasterKeys,
  acting: Acting = {},
  onBatch?: OnBatch,
): Promise<number> {
  const readBatch = (after: string) =>
    connection.any(sql.type(sandboxIdentity)`
      select reference as id, encrypted_phone as value from sandbox_identities
      where reference > ${after} order by reference limit ${BATCH}`);
  const count = sql.type(counted)`select count(*)::int as total from sandbox_identities`;
  return reencryptAll(connection, { start: "", count, onBatch }, readBatch, async (rows) => {
    const { old, values } = underCurrentKey(keys, rows, ({ id }) => sandboxIdentityContext(id));
    return connection.oneFirst(sql.type(changed)`
      select reencrypt_sandbox_identities(
        ${sql.array(
          old.map(({ id }) => id),
          "text",
        )}, ${binaries(values)}, ${actingAs(acting)}
      ) as changed`);
  });
}

/** A row that has one encrypted value. */
const encryptedValue = z.object({ id: z.bigint(), value: z.instanceof(Buffer) });

/** Encrypts the secret of every person's app for codes with the current key. Returns how many it changed. */
export async function reencryptTotpSecrets(
  connection: Connection,
  keys: MasterKeys,
  acting: Acting = {},
  onBatch?: OnBatch,
): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(encryptedValue)`
      select person_id as id, encrypted_secret as value from totp_secrets
      where person_id > ${after} order by person_id limit ${BATCH}`);
  const count = sql.type(counted)`select count(*)::int as total from totp_secrets`;
  return reencryptAll(connection, { start: 0n, count, onBatch }, readBatch, async (rows) => {
    const { old, values } = underCurrentKey(keys, rows, ({ id }) => totpContext(id));
    return connection.oneFirst(sql.type(changed)`
      select reencrypt_totp_secrets(
        ${idsOf(old)}, ${binaries(old.map(({ value }) => value))}, ${binaries(values)}, ${actingAs(acting)}
      ) as changed`);
  });
}

/** Encrypts every form of a verification with the current key. Returns how many it changed. */
export async function reencryptVerificationForms(
  connection: Connection,
  keys: MasterKeys,
  acting: Acting = {},
  onBatch?: OnBatch,
): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(encryptedValue)`
      select merchant_id as id, encrypted_form as value from verifications
      where merchant_id > ${after} and encrypted_form is not null order by merchant_id limit ${BATCH}`);
  const count = sql.type(counted)`
    select count(*)::int as total from verifications where encrypted_form is not null`;
  return reencryptAll(connection, { start: 0n, count, onBatch }, readBatch, async (rows) => {
    const { old, values } = underCurrentKey(keys, rows, ({ id }) => formContext(id));
    return connection.oneFirst(sql.type(changed)`
      select reencrypt_verification_forms(
        ${idsOf(old)}, ${binaries(old.map(({ value }) => value))}, ${binaries(values)}, ${actingAs(acting)}
      ) as changed`);
  });
}

const documentKey = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  kind: z.enum(documentKinds),
  media_type: z.enum(mediaTypes),
  encrypted_key: z.instanceof(Buffer),
});

/** Encrypts the key of every document of a verification with the current key. Returns how many it changed. */
export async function reencryptVerificationDocuments(
  connection: Connection,
  keys: MasterKeys,
  acting: Acting = {},
  onBatch?: OnBatch,
): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(documentKey)`
      select id, merchant_id, kind, media_type, encrypted_key from verification_documents
      where id > ${after} order by id limit ${BATCH}`);
  const count = sql.type(counted)`select count(*)::int as total from verification_documents`;
  return reencryptAll(connection, { start: 0n, count, onBatch }, readBatch, async (rows) => {
    const old = rows.filter(({ encrypted_key: key }) => !isEncryptedWithCurrentKey(keys, key));
    const reencrypted = old.map(
      ({ merchant_id: merchantId, kind, media_type: mediaType, encrypted_key: key }) =>
        reencryptKey(keys, { merchantId, kind, mediaType }, key),
    );
    return connection.oneFirst(sql.type(changed)`
      select reencrypt_verification_documents(
        ${idsOf(old)}, ${binaries(reencrypted)}, ${actingAs(acting)}
      ) as changed`);
  });
}

const counted = z.object({ total: z.number() });
const changed = z.object({ changed: z.number() });

const idsOf = (rows: readonly { id: bigint }[]) =>
  sql.array(
    rows.map(({ id }) => id),
    "int8",
  );

/** In a list of secrets: there is none. */
const none = Buffer.alloc(0);

const binaries = (values: Buffer[]) => sql.array(values, "bytea");

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

type Walk<Id> = {
  /** Before the first `id`. */
  start: Id;
  /** How many rows there are. */
  count: QuerySqlToken<typeof counted>;
  onBatch: OnBatch | undefined;
};

/** Goes through a table in batches, in the order of `id`. `store` stores one; it returns how many rows changed. */
async function reencryptAll<Row extends { id: bigint | string }>(
  connection: Connection,
  { start, count, onBatch }: Walk<NoInfer<Row["id"]>>,
  readBatch: (after: Row["id"]) => Promise<readonly Row[]>,
  store: (rows: readonly Row[]) => Promise<number>,
): Promise<number> {
  const total = await connection.oneFirst(count);
  let [read, changedRows] = [0, 0];
  for (let after: Row["id"] = start; ;) {
    const rows = await readBatch(after);
    if (rows.length > 0) changedRows += await store(rows);
    read += rows.length;
    onBatch?.(read, Math.max(total - read, 0));
    if (rows.length < BATCH) return changedRows;
    after = rows.at(-1)!.id;
  }
}
