import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import { environments, type Environment } from "../ledger/money.ts";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

/** What a key may be allowed to do. Names match exactly. */
export const scopes = [
  "kyc:read",
  "kyc:write",
  "payouts:read",
  "payouts:write",
  "collections:read",
  "collections:write",
  "virtual_accounts:read",
  "virtual_accounts:write",
  "payment_links:read",
  "payment_links:write",
  "balances:read",
  "events:read",
  "events:write",
] as const;
export type Scope = (typeof scopes)[number];

const authentication = z.object({
  key: z.string(),
  merchant_id: z.bigint(),
  environment: z.enum(environments),
  scopes: z.array(z.string()),
  rate_limit_per_minute: z.number().nullable(),
  is_revoked: z.boolean(),
  is_ip_allowed: z.boolean(),
  /** Whether a live key may do more than read: its business is verified. True for test keys. */
  is_live_approved: z.boolean(),
});
/** The merchant and rights of a secret key; `key` is the key's public reference. */
export type Authentication = z.output<typeof authentication>;

const secretKeyPattern = /^sk_(test|live)_[0-9A-Za-z]{32}$/;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export type NewApiKey = {
  merchantId: bigint;
  environment: Environment;
  /** All by default. */
  scopes?: readonly Scope[];
  /** The networks that the key may be used from; empty means anywhere. */
  allowedCidrs?: readonly string[];
};

/**
 * Makes an API key. The secret is returned only here; a SHA-256 of it is stored. It has 190 random bits, so a slow
 * hash would add nothing.
 */
export async function createApiKey(
  connection: Connection,
  { merchantId, environment, scopes: allowed = scopes, allowedCidrs = [] }: NewApiKey,
): Promise<{ key: string; secretKey: string }> {
  const secretKey = `sk_${environment}_${Array.from({ length: 32 }, () => base62[randomInt(62)]).join("")}`;
  const { reference } = await connection.one(sql.type(z.object({ reference: z.string() }))`
    insert into api_keys (reference, merchant_id, environment, secret_hash, last_four, scopes, allowed_cidrs)
    values (
      new_reference('key'), ${merchantId}, ${environment}, ${sql.binary(hashOf(secretKey))}, ${secretKey.slice(-4)},
      ${sql.array([...allowed], "text")}, ${sql.array([...allowedCidrs], "cidr")}
    )
    returning reference`);
  return { key: reference, secretKey };
}

/**
 * Finds the key of a secret that is used from `ip` (an IPv4-mapped address in its IPv4 form); null for an unknown
 * secret. Called for every request, without a cache, so that a revocation works from its commit on.
 */
export async function authenticateKey(
  connection: Connection,
  secretKey: string,
  ip: string,
): Promise<Authentication | null> {
  if (!secretKeyPattern.test(secretKey)) return null;
  return connection.maybeOne(sql.type(authentication)`
    select k.reference as key, k.merchant_id, k.environment, k.scopes, k.rate_limit_per_minute,
      k.revoked_at is not null
        or (k.expires_at is not null and k.expires_at <= business_now(k.merchant_id, k.environment)) as is_revoked,
      k.allowed_cidrs = '{}' or ${ip}::inet <<= any (k.allowed_cidrs) as is_ip_allowed,
      k.environment = 'test' or m.kyb_status = 'approved' as is_live_approved
    from api_keys k join merchants m on m.id = k.merchant_id
    where k.secret_hash = ${sql.binary(hashOf(secretKey))}`);
}

/**
 * Makes a new key with the same rights and lets the old one live for `overlapHours` more. Null if the key does not
 * exist or is revoked; 'expired' if it was rotated and its overlap is over, since whoever holds it should get no other.
 */
export async function rotateApiKey(
  connection: Connection,
  key: string,
  overlapHours: number,
): Promise<{ key: string; secretKey: string } | "expired" | null> {
  return connection.transaction(async (transaction) => {
    const old = await transaction.maybeOne(sql.type(
      z.object({
        merchant_id: z.bigint(),
        environment: z.enum(environments),
        scopes: z.array(z.enum(scopes)),
        allowed_cidrs: z.array(z.string()),
        rate_limit_per_minute: z.number().nullable(),
      }),
    )`
      update api_keys
      set expires_at = least(
        expires_at, business_now(merchant_id, environment) + make_interval(hours => ${overlapHours})
      )
      where reference = ${key} and revoked_at is null
        and (expires_at is null or expires_at > business_now(merchant_id, environment))
      returning merchant_id, environment, scopes, allowed_cidrs::text[] as allowed_cidrs, rate_limit_per_minute`);
    if (old === null) {
      const isExpired = await transaction.exists(sql.type(z.object({}))`
        select from api_keys where reference = ${key} and revoked_at is null`);
      return isExpired ? "expired" : null;
    }
    const successor = await createApiKey(transaction, {
      merchantId: old.merchant_id,
      environment: old.environment,
      scopes: old.scopes,
      allowedCidrs: old.allowed_cidrs,
    });
    await transaction.query(sql.type(z.object({}))`
      update api_keys set rate_limit_per_minute = ${old.rate_limit_per_minute} where reference = ${successor.key}`);
    return successor;
  });
}

const listedKey = z.object({
  key: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.string()),
  lastFour: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

/** A merchant's keys as operators see them, newest first. */
export async function listApiKeys(
  connection: Connection,
  merchantId: bigint,
): Promise<readonly z.output<typeof listedKey>[]> {
  return connection.any(sql.type(listedKey)`
    select reference as key, environment, scopes, last_four as "lastFour", iso_timestamp(created_at) as "createdAt",
      iso_timestamp(expires_at) as "expiresAt", iso_timestamp(revoked_at) as "revokedAt"
    from api_keys where merchant_id = ${merchantId} order by id desc`);
}

/** Revokes a key at once. False if there is no key of that reference. */
export async function revokeApiKey(connection: Connection, key: string): Promise<boolean> {
  const { rowCount } = await connection.query(sql.type(z.object({}))`
    update api_keys set revoked_at = coalesce(revoked_at, now()) where reference = ${key}`);
  return rowCount === 1;
}

function hashOf(secretKey: string): Buffer {
  return createHash("sha256").update(secretKey).digest();
}
