import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { call } from "../process/call.ts";
import type { Tenant } from "../merchants/tenant.ts";

export type IdempotentRequest = {
  /** Method and path as declared; a key belongs to one route. */
  route: string;
  key: string;
  /** The body's hashes under each of the service's keys, the current key first. */
  bodyHashes: readonly Buffer[];
};

/** A request's new resource: `resource` is its key. */
export type Created = { resource: string };

export type Once<Result extends Created> =
  | { outcome: "created"; created: Result }
  | { outcome: "replayed"; resource: string }
  | { outcome: "key_conflict" };

const replayed = z.object({ outcome: z.literal("replayed"), resource: z.string() });
const conflict = z.object({ outcome: z.literal("key_conflict"), resource: z.string().nullable() });
const unused = z.object({ outcome: z.null() });
const claimed = z.object({ outcome: z.literal("claimed"), resource: z.null() });

const find = call("find_idempotency_key", z.discriminatedUnion("outcome", [replayed, conflict, unused]));
const claim = call("claim_idempotency_key", z.discriminatedUnion("outcome", [replayed, conflict, claimed]));
const keep = call("keep_idempotency_key");

/** The resource of a used Idempotency-Key; null if it is free. Locks nothing: createOnce() decides. */
export async function findUsedKey(connection: Connection, tenant: Tenant, request: IdempotentRequest) {
  const used = await find(connection, { tenant, ...request });
  return used.outcome === null ? null : used;
}

/**
 * Runs `create`, and stores the new resource under the Idempotency-Key, in one transaction. If the key was used before,
 * `create` does not run. If it throws, nothing was done, and the key is free.
 */
export async function createOnce<Result extends Created>(
  connection: Connection,
  tenant: Tenant,
  request: IdempotentRequest,
  create: (transaction: Connection) => Promise<Result>,
): Promise<Once<Result>> {
  return connection.transaction(async (transaction) => {
    const { outcome, resource } = await claim(transaction, { tenant, ...request });
    if (outcome === "replayed") return { outcome, resource };
    if (outcome === "key_conflict") return { outcome };
    const created = await create(transaction);
    await keep(transaction, { tenant, route: request.route, key: request.key, resource: created.resource });
    return { outcome: "created", created };
  });
}
