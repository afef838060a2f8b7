import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Tenant } from "../merchants/tenant.ts";

export type IdempotentRequest = {
  /** Method and path as declared; a key belongs to one route. */
  route: string;
  key: string;
  /** The body's hashes under each of the service's keys, the current key first. */
  bodyHashes: readonly Buffer[];
};

/** What a request created: `resource` finds it again. */
export type Created = { resource: string };

export type Once<Result extends Created> =
  | { outcome: "created"; created: Result }
  | { outcome: "replayed"; resource: string }
  | { outcome: "key_conflict" };

const used = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("replayed"), resource: z.string() }),
  z.object({ outcome: z.literal("key_conflict"), resource: z.string().nullable() }),
]);

const claim = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("replayed"), resource: z.string() }),
  z.object({ outcome: z.enum(["claimed", "key_conflict"]), resource: z.string().nullable() }),
]);

/**
 * What an Idempotency-Key that was used before stands for; null if it is free. Locks nothing, so another request may
 * use it in the meantime: createOnce() decides.
 */
export async function findUsedKey(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { route, key, bodyHashes }: IdempotentRequest,
): Promise<z.output<typeof used> | null> {
  return connection.maybeOne(sql.type(used)`
    select outcome, resource from find_idempotency_key(
      ${merchantId}, ${environment}, ${route}, ${key}, ${sql.array([...bodyHashes], "bytea")}
    ) where outcome is not null`);
}

const noRow = z.object({});

/**
 * Runs `create`, and keeps what it created under the Idempotency-Key, in one transaction. If the key was used before,
 * `create` does not run. If it throws, nothing was done, and the key is free.
 */
export async function createOnce<Result extends Created>(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { route, key, bodyHashes }: IdempotentRequest,
  create: (transaction: Connection) => Promise<Result>,
): Promise<Once<Result>> {
  return connection.transaction(async (transaction) => {
    const { outcome, resource } = await transaction.one(sql.type(claim)`
      select outcome, resource from claim_idempotency_key(
        ${merchantId}, ${environment}, ${route}, ${key}, ${sql.array([...bodyHashes], "bytea")}
      )`);
    if (outcome === "replayed") return { outcome, resource };
    if (outcome === "key_conflict") return { outcome };
    const created = await create(transaction);
    await transaction.query(sql.type(noRow)`
      select keep_idempotency_key(${merchantId}, ${environment}, ${route}, ${key}, ${created.resource})`);
    return { outcome: "created", created };
  });
}
