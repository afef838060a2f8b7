import { randomInt } from "node:crypto";
import { z } from "zod";
import { hashToken } from "../process/encryption/tokens.ts";
import { environments, type Environment } from "../ledger/money.ts";
import type { Connection } from "../process/database.ts";
import { findOne } from "../process/find-one.ts";
import { jsonOf, sql } from "../process/sql-tag.ts";
import type { ApiKeyJson } from "./api-key-json.ts";
import type { Acting } from "../audit-log/acting.ts";
import type { RequestedBy } from "./callers.ts";
import { defaultScopes, type Scope } from "./scopes.ts";
import { call } from "../process/call.ts";
import type { Tenant } from "../merchants/tenant.ts";

const authenticate = call("authenticate_keys", {
  environment: z.enum(environments),
  rateLimitPerMinute: z.number().nullable(),
});
/**
 * The merchant and rights of a secret key. `key` is the key's public reference; `isLiveApproved`: whether a live key
 * may do more than read, since its business is verified, which is true for test keys.
 */
export type Authentication = Omit<Awaited<ReturnType<typeof authenticate>>[number], "ordinal">;

const secretKeyPattern = /^sk_(test|live)_[0-9A-Za-z]{32}$/;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export type NewApiKey = {
  merchantId: bigint;
  environment: Environment;
  /** All but payouts:approve by default. */
  scopes?: readonly Scope[];
  /** The networks that the key may be used from; empty: any. */
  allowedCidrs?: readonly string[];
  acting: Acting;
  caller: RequestedBy | undefined;
};

const create = call("create_api_key");

/**
 * Makes an API key. The secret is returned only here; a SHA-256 of it is stored, since it has 190 random bits. Raises
 * approval_missing, too_many, and right_lost where `caller` may not grant the scopes.
 */
export async function createApiKey(
  connection: Connection,
  { merchantId, environment, scopes: allowed = defaultScopes, allowedCidrs = [], acting, caller }: NewApiKey,
) {
  const [tenant, secretKey] = [{ merchantId, environment }, newSecretKey(environment)];
  const rights = { scopes: allowed, allowedCidrs, acting, caller };
  return { key: await create(connection, { tenant, ...storedSecret(secretKey), ...rights }), secretKey };
}

/** A secret key's stored form. */
const storedSecret = (secretKey: string) => ({
  secretHash: hashToken(secretKey),
  lastFour: secretKey.slice(-4),
});

function newSecretKey(environment: Environment): string {
  return `sk_${environment}_${Array.from({ length: 32 }, () => base62[randomInt(62)]).join("")}`;
}

/** A secret key, and the address that it is used from, an IPv4-mapped one in its IPv4 form. */
export type UsedKey = { secretKey: string; ip: string };

/**
 * Finds the keys of secrets in one round trip, in order; null for an unknown secret. Looked up for every request,
 * without a cache, so that a revocation applies from its commit on.
 */
export async function authenticateKeys(
  connection: Connection,
  used: readonly UsedKey[],
): Promise<(Authentication | null)[]> {
  const keys = used.filter(({ secretKey }) => secretKeyPattern.test(secretKey));
  if (keys.length === 0) return used.map(() => null);
  const hashes = keys.map(({ secretKey }) => hashToken(secretKey));
  const addresses = keys.map(({ ip }) => ip);
  const found = await authenticate(connection, { hashes, addresses });
  const byKey = new Map(found.map(({ ordinal, ...key }) => [keys[Number(ordinal) - 1], key]));
  return used.map((key) => byKey.get(key) ?? null);
}

/** Finds the key of one secret. */
export async function authenticateKey(connection: Connection, secretKey: string, ip: string) {
  const [found] = await authenticateKeys(connection, [{ secretKey, ip }]);
  return found!;
}

const rotate = call(
  "rotate_api_key",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("rotated"), successor: z.string() }),
    z.object({ outcome: z.enum(["not_found", "expired"]), successor: z.null() }),
  ]),
);

/** A key in use of a tenant, or whoever's it is where that is null, for operators. */
type Rotation = {
  tenant: Tenant | null;
  reference: string;
  overlapHours: number;
  acting: Acting;
  caller: RequestedBy | undefined;
};

/**
 * Makes a new key with the same rights and lets the old one live for `overlapHours` more. Null if there is no such key
 * in use; 'expired' if its overlap is over. Raises too_many.
 */
export async function rotateApiKey(
  connection: Connection,
  rotation: Rotation,
): Promise<{ key: string; secretKey: string } | "expired" | null> {
  const environment = await connection.maybeOneFirst(
    sql.type(z.object({ environment: z.enum(environments) }))`
      select environment from api_keys where reference = ${rotation.reference}`,
  );
  if (environment === null) return null;
  const secretKey = newSecretKey(environment);
  const { outcome, successor } = await rotate(connection, { ...rotation, ...storedSecret(secretKey) });
  if (outcome === "rotated") return { key: successor, secretKey };
  return outcome === "expired" ? "expired" : null;
}

/** Revokes the owner's key at once; `tenant` null: whoever's it is, for operators. False if there is no such key. */
export const revokeApiKey = call("revoke_api_key");

/** Sets the networks that a merchant's key may be used from; none: anywhere. False if there is no such key in use. */
export const setApiKeyNetworks = call("set_api_key_networks");

/** A merchant's keys in one environment: those that are not revoked first, each newest first; at most 300. */
export async function showApiKeys(connection: Connection, { merchantId, environment }: Tenant) {
  return connection.anyFirst(sql.type(jsonOf<ApiKeyJson>())`
    select api_key_json(k) as json from api_keys k
    where k.merchant_id = ${merchantId} and k.environment = ${environment}
    order by k.revoked_at is not null, k.id desc limit 300`);
}

/** One of a merchant's keys in one environment; null if there is none of that reference. */
export const showApiKey = findOne<ApiKeyJson>("api_keys", "api_key_json");
