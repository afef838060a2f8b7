import { z } from "zod";
import { cryptoChains, cryptoTokens, type CryptoChain, type CryptoToken } from "../collections/chains.ts";
import type { CollectionJson } from "../collections/collection-json.ts";
import { environments } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Tenant } from "../merchants/tenant.ts";
import { presentTraceId } from "../process/tracing/trace.ts";

const opening = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("opened"), collection: z.custom<CollectionJson>() }),
  z.object({ outcome: z.enum(["still_open", "one_time", "not_found"]), collection: z.null() }),
]);

/** Opens a further collection of `amount` kobo on a virtual account whose last one is final. */
export async function openCollection(
  connection: Connection,
  { merchantId, environment }: Tenant,
  virtualAccount: string,
  amount: bigint,
) {
  return connection.one(sql.type(opening)`
    select outcome, collection from open_collection(${merchantId}, ${environment}, ${virtualAccount}, ${amount})`);
}

/** `amount` in US cents. Without chain or token, each of them is taken. */
export type NewCryptoCollection = {
  amount: bigint;
  chain: CryptoChain | null;
  token: CryptoToken | null;
  customerEmail: string | null;
};

const idRow = z.object({ id: z.bigint() });

/** Queues a request for an address that expects an amount. Returns the collection's row id. */
export async function requestCryptoCollection(
  connection: Connection,
  { merchantId, environment }: Tenant,
  { amount, chain, token, customerEmail }: NewCryptoCollection,
): Promise<bigint> {
  return connection.oneFirst(sql.type(idRow)`
    select request_crypto_collection(
      ${merchantId}, ${environment}, ${amount}, ${chain}, ${token}, ${customerEmail},
      ${presentTraceId()}
    ) as id`);
}

const provisioned = z.object({ json: z.custom<CollectionJson | null>() });

/** The result of a request: null while it is being provisioned; json is null if that failed, else the public JSON. */
export async function readCryptoCollection(
  connection: Connection,
  id: bigint,
): Promise<z.output<typeof provisioned> | null> {
  return connection.maybeOne(sql.type(provisioned)`
    select case when status <> 'failed' then collection_json(c) end as json
    from collections c where id = ${id} and status <> 'provisioning'`);
}

const requested = z.object({
  reference: z.string(),
  environment: z.enum(environments),
  chain: z.enum(cryptoChains),
  token: z.enum(cryptoTokens),
  waited_ms: z.number(),
});

/** What to provision an address for, and since how long; null if it was provisioned or failed before. */
export async function findRequestedCryptoCollection(connection: Connection, id: bigint) {
  return connection.maybeOne(sql.type(requested)`
    select reference, environment, chain, token,
      extract(epoch from now() - inserted_at)::float8 * 1000 as waited_ms
    from collections where id = ${id} and status = 'provisioning'`);
}

const activatedRow = z.object({ activated: z.boolean() });

/**
 * Stores a requested collection's address, or fails it if that is null, and notifies the request. False if done
 * before.
 */
export async function activateCryptoCollection(
  connection: Connection,
  id: bigint,
  address: string | null,
): Promise<boolean> {
  return connection.oneFirst(sql.type(activatedRow)`
    select activate_crypto_collection(${id}, ${address}) as activated`);
}
