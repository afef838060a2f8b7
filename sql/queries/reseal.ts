import { z } from "zod";
import { hashIdentifier, identityTypes, openIdentity, sealIdentity } from "../columns/identity.ts";
import { environments } from "../columns/money.ts";
import { isSealedWithCurrentKey, open, seal, type MasterKeys } from "../columns/sealed.ts";
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

/** Seals every webhook secret that is not under the current key with it. Returns how many endpoints it changed. */
export async function resealWebhookSecrets(connection: Connection, keys: MasterKeys): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(endpoint)`
      select id, merchant_id, environment, secret, previous_secret from webhook_endpoints
      where id > ${after} order by id limit ${BATCH}`);
  return resealAll(readBatch, async (row) => {
    const context = webhookSecretContext({ merchantId: row.merchant_id, environment: row.environment });
    const sealed = [row.secret, row.previous_secret].filter((secret) => secret !== null);
    if (sealed.every((secret) => isSealedWithCurrentKey(keys, secret))) return 0;
    const reseal = (secret: Buffer) => sql.binary(seal(keys, open(keys, secret, context), context));
    // Only what was read: a rotation meanwhile sealed with the current key by itself.
    const { rowCount } = await connection.query(sql.type(z.object({}))`
      update webhook_endpoints
      set secret = ${reseal(row.secret)},
        previous_secret = ${row.previous_secret === null ? null : reseal(row.previous_secret)}
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
  sealed: z.instanceof(Buffer),
});

/**
 * Seals every identity record that is not under the current key with it, and finds it by that key's hash from then on.
 * Returns how many it changed. A record whose question to the provider is open is left for the next run.
 */
export async function resealIdentityRecords(connection: Connection, keys: MasterKeys): Promise<number> {
  const readBatch = (after: bigint) =>
    connection.any(sql.type(identity)`
      select id, merchant_id, environment, type, identifier_hash, sealed from identity_records
      where id > ${after} and status <> 'asked' order by id limit ${BATCH}`);
  return resealAll(readBatch, async (row) => {
    const { type } = row;
    const tenant = { merchantId: row.merchant_id, environment: row.environment };
    const record = openIdentity(keys, { ...tenant, type, hash: row.identifier_hash }, row.sealed);
    const hash = hashIdentifier(keys, tenant, type, record.identifier)[0]!;
    // Asked under the one key and answered under the other, a record has the hash of the first.
    if (isSealedWithCurrentKey(keys, row.sealed) && hash.equals(row.identifier_hash)) return 0;
    const { rowCount } = await connection.query(sql.type(z.object({}))`
      update identity_records
      set identifier_hash = ${sql.binary(hash)}, sealed = ${sql.binary(sealIdentity(keys, { ...tenant, type, hash }, record))}
      where id = ${row.id} and status <> 'asked' and sealed = ${sql.binary(row.sealed)}`);
    return rowCount;
  });
}

const sandboxIdentity = z.object({ reference: z.string(), sealed_phone: z.instanceof(Buffer) });

/** Binds a phone that the sandbox has on record to its identity. */
export function sandboxIdentityContext(reference: string): string {
  return `sandbox_identity:${reference}`;
}

/** Seals every phone that the sandbox has on record with the current key. Returns how many it changed. */
export async function resealSandboxIdentities(connection: Connection, keys: MasterKeys): Promise<number> {
  let changed = 0;
  for (let after = ""; ;) {
    const rows = await connection.any(sql.type(sandboxIdentity)`
      select reference, sealed_phone from sandbox_identities where reference > ${after} order by reference limit ${BATCH}`);
    for (const { reference, sealed_phone: sealed } of rows) {
      after = reference;
      if (isSealedWithCurrentKey(keys, sealed)) continue;
      const context = sandboxIdentityContext(reference);
      const resealed = seal(keys, open(keys, sealed, context), context);
      await connection.query(sql.type(z.object({}))`
        update sandbox_identities set sealed_phone = ${sql.binary(resealed)} where reference = ${reference}`);
      changed += 1;
    }
    if (rows.length < BATCH) return changed;
  }
}

/** Goes through a table in the order of its ids. `reseal` returns how many rows it changed. */
async function resealAll<Row extends { id: bigint }>(
  readBatch: (after: bigint) => Promise<readonly Row[]>,
  reseal: (row: Row) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let after = 0n; ;) {
    const rows = await readBatch(after);
    for (const row of rows) {
      after = row.id;
      changed += await reseal(row);
    }
    if (rows.length < BATCH) return changed;
  }
}
