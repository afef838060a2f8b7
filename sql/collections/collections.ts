import { z } from "zod";
import { cryptoChains, cryptoTokens } from "../collections/chains.ts";
import type { CollectionJson } from "../collections/collection-json.ts";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { jsonOf, sql } from "../process/sql-tag.ts";
import { call } from "../process/call.ts";

/** Opens a further collection of `amount` kobo on a virtual account whose last one is final. */
export const openCollection = call(
  "open_collection",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("opened"), collection: z.custom<CollectionJson>() }),
    z.object({ outcome: z.enum(["still_open", "one_time", "not_found"]), collection: z.null() }),
  ]),
);

/**
 * Queues a request for an address that expects `amount` US cents. Without chain or token, any is accepted. Returns
 * the collection's row id.
 */
export const requestCryptoCollection = call("request_crypto_collection");

/** The result of a request: null while it is being provisioned; json is null if that failed, else the public JSON. */
export async function readCryptoCollection(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(jsonOf<CollectionJson | null>())`
    select case when status <> 'failed' then collection_json(c) end as json
    from collections c where id = ${id} and status <> 'provisioning'`);
}

const requested = z.object({
  reference: z.string(),
  environment: z.enum(environments),
  chain: z.enum(cryptoChains),
  token: z.enum(cryptoTokens),
  waitedMs: z.number(),
});

/** A pending request, and its age; null if it was provisioned or failed before. */
export async function findRequestedCryptoCollection(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(requested)`
    select reference, environment, chain, token,
      extract(epoch from now() - inserted_at)::float8 * 1000 as "waitedMs"
    from collections where id = ${id} and status = 'provisioning'`);
}

/** Stores a requested collection's address, or fails it if that is null. False if done before. */
export const activateCryptoCollection = call("activate_crypto_collection");
