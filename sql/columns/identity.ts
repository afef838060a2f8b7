import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Tenant } from "../queries/tenant.ts";
import { deriveKey, open, seal, type MasterKeys } from "./sealed.ts";

/** The national identifiers that can be checked; both have 11 digits. */
export const identityTypes = ["bvn", "nin"] as const;
export type IdentityType = (typeof identityTypes)[number];

const identityRecord = z.object({
  identifier: z.string(),
  /** The phone of the check that made us ask. */
  phone: z.string(),
  name: z.string().optional(),
  /** The phones on record. */
  phones: z.array(z.string()).optional(),
});
/** What is kept of an identifier, sealed: the question, and the provider's answer once there is one. */
export type IdentityRecord = z.output<typeof identityRecord>;

/** Whose identifier: the sealed values of one cannot be opened as another's. */
export type IdentityOwner = Tenant & { type: IdentityType; hash: Buffer };

/**
 * What an identifier is found by: an HMAC under a key outside the database, of the merchant and environment as well, so
 * that nobody can try all 11-digit numbers, or see that two merchants checked the same person. One for each master
 * key, the current one's first.
 */
export function hashIdentifier(
  { current, other }: MasterKeys,
  { merchantId, environment }: Tenant,
  type: IdentityType,
  identifier: string,
): Buffer[] {
  const keys = [current, ...(other === undefined ? [] : [other])];
  return keys.map((key) =>
    createHmac("sha256", deriveKey(key, "identity"))
      .update(`${merchantId}:${environment}:${type}:${identifier}`)
      .digest(),
  );
}

/** Seals what is kept of an identifier. */
export function sealIdentity(keys: MasterKeys, owner: IdentityOwner, record: IdentityRecord): Buffer {
  return seal(keys, JSON.stringify(record), identityContext(owner));
}

/** Opens what sealIdentity made. Throws for another owner's. */
export function openIdentity(keys: MasterKeys, owner: IdentityOwner, sealed: Buffer): IdentityRecord {
  return identityRecord.parse(JSON.parse(open(keys, sealed, identityContext(owner))));
}

/** Seals the phone that one check is to compare. */
export function sealPhone(keys: MasterKeys, tenant: Tenant, phone: string): Buffer {
  return seal(keys, phone, phoneContext(tenant));
}

/** Opens what sealPhone made. Throws for another tenant's. */
export function openPhone(keys: MasterKeys, tenant: Tenant, sealed: Buffer): string {
  return open(keys, sealed, phoneContext(tenant));
}

/** Whether two texts are one Nigerian phone number: digits alone count, and +234, 234 and 0 before it are the same. */
export function isSamePhone(a: string, b: string): boolean {
  return foldPhone(a) === foldPhone(b);
}

function foldPhone(phone: string): string {
  return phone.replace(/\D/g, "").replace(/^234/, "").replace(/^0/, "");
}

function identityContext({ merchantId, environment, type, hash }: IdentityOwner): string {
  return `identity:${merchantId}:${environment}:${type}:${hash.toString("hex")}`;
}

function phoneContext({ merchantId, environment }: Tenant): string {
  return `phone:${merchantId}:${environment}`;
}
