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
import { webhookSecretContext } from "./webhook-endpoints.ts";

const BATCH = 500;

const endpoint = z.object({
  id: z.bigint(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
});

/** Encrypts every webhook secret that has another key with the current one. Returns how many endpoints it changed. */
export async function reencryptWebhookSecrets(connection: Connection, keys: MasterKeys): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(endpoint)`
      select id, merchant_id, environment, secret, previous_secret from webhook_endpoints
      where id > ${after} order by id limit ${BATCH}`);
  return reencryptAll(readBatch, async (row) => {
    const context = webhookSecretContext({ merchantId: row.merchant_id, environment: row.environment });
    const encrypted = [row.secret, row.previous_secret].filter((secret) => secret !== null);
    if (encrypted.every((secret) => isEncryptedWithCurrentKey(keys, secret))) return 0;
    const reencrypt = (secret: Buffer) => sql.binary(encrypt(keys, decrypt(keys, secret, context), context));
    // Only if it is still what was read: a rotation meanwhile used the current key already.
    const { rowCount } = await connection.query(sql.type(z.object({}))`
      update webhook_endpoints
      set secret = ${reencrypt(row.secret)},
        previous_secret = ${row.previous_secret === null ? null : reencrypt(row.previous_secret)}
      where id = ${row.id} and secret = ${sql.binary(row.secret)}`);
    return rowCount;
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
export async function reencryptIdentityRecords(connection: Connection, keys: MasterKeys): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(identity)`
      select id, merchant_id, environment, type, identifier_hash, encrypted_record from identity_records
      where id > ${after} and status <> 'pending' order by id limit ${BATCH}`);
  return reencryptAll(readBatch, async (row) => {
    const { type } = row;
    const tenant = { merchantId: row.merchant_id, environment: row.environment };
    const record = decryptIdentity(
      keys,
      { ...tenant, type, hash: row.identifier_hash },
      row.encrypted_record,
    );
    const hash = hashIdentifier(keys, tenant, type, record.identifier)[0]!;
    // A record requested under one key and completed under the other has the hash of the first.
    if (isEncryptedWithCurrentKey(keys, row.encrypted_record) && hash.equals(row.identifier_hash)) return 0;
    const { rowCount } = await connection.query(sql.type(z.object({}))`
      update identity_records
      set identifier_hash = ${sql.binary(hash)},
        encrypted_record = ${sql.binary(encryptIdentity(keys, { ...tenant, type, hash }, record))}
      where id = ${row.id} and status <> 'pending' and encrypted_record = ${sql.binary(row.encrypted_record)}`);
    return rowCount;
  });
}

const sandboxIdentity = z.object({ reference: z.string(), encrypted_phone: z.instanceof(Buffer) });

/** The encryption context of a phone that the sandbox knows. */
export function sandboxIdentityContext(reference: string): string {
  return `sandbox_identity:${reference}`;
}

/** Encrypts every phone that the sandbox knows with the current key. Returns how many it changed. */
export async function reencryptSandboxIdentities(connection: Connection, keys: MasterKeys): Promise<number> {
  let changed = 0;
  for (let after = ""; ;) {
    const rows = await connection.any(sql.type(sandboxIdentity)`
      select reference, encrypted_phone from sandbox_identities
      where reference > ${after} order by reference limit ${BATCH}`);
    for (const { reference, encrypted_phone: encrypted } of rows) {
      after = reference;
      if (isEncryptedWithCurrentKey(keys, encrypted)) continue;
      const context = sandboxIdentityContext(reference);
      const reencrypted = encrypt(keys, decrypt(keys, encrypted, context), context);
      await connection.query(sql.type(z.object({}))`
        update sandbox_identities set encrypted_phone = ${sql.binary(reencrypted)} where reference = ${reference}`);
      changed += 1;
    }
    if (rows.length < BATCH) return changed;
  }
}

/** Goes through a table in id order. `reencrypt` returns how many rows it changed. */
async function reencryptAll<Row extends { id: bigint }>(
  readBatch: (after: bigint) => Promise<readonly Row[]>,
  reencrypt: (row: Row) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let after = 0n; ;) {
    const rows = await readBatch(after);
    for (const row of rows) {
      after = row.id;
      changed += await reencrypt(row);
    }
    if (rows.length < BATCH) return changed;
  }
}
