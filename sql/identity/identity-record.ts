import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Tenant } from "../merchants/tenant.ts";
import { deriveKey, decrypt, encrypt, type MasterKeys } from "../process/encryption/encryption.ts";
import { readPhone } from "./phone.ts";

/** The national identifiers that can be checked; both have 11 digits. */
export const identityTypes = ["bvn", "nin"] as const;
export type IdentityType = (typeof identityTypes)[number];

const identityRecord = z.object({
  identifier: z.string(),
  /** The phone of the check that caused the provider call. */
  phone: z.string(),
  name: z.string().optional(),
  /** The phones on record. */
  phones: z.array(z.string()).optional(),
});
/** An identifier's stored data, encrypted: the request, and the provider's result once there is one. */
export type IdentityRecord = z.output<typeof identityRecord>;

/** The identifier's owner: values encrypted for one owner cannot be decrypted for another. */
export type IdentityOwner = Tenant & { type: IdentityType; hash: Buffer };

/**
 * The hashes that find an identifier: an HMAC with a key outside the database, so that nobody can try all 11-digit
 * numbers, over merchant and environment too, so that nobody sees that two merchants checked the same person. One for
 * each master key, the current one first.
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

/**
 * The hashes that find a phone among those that matched an identifier before: like hashIdentifier()'s, for this one
 * identifier of this one tenant. None for a text that is no phone number.
 */
export function hashPhone(
  keys: MasterKeys,
  tenant: Tenant,
  type: IdentityType,
  { identifier, phone }: { identifier: string; phone: string },
): Buffer[] {
  const read = readPhone(phone);
  return read === null ? [] : hashIdentifier(keys, tenant, type, `${identifier}:${read}`);
}

/** Encrypts an identifier's stored data. */
export function encryptIdentity(keys: MasterKeys, owner: IdentityOwner, record: IdentityRecord): Buffer {
  return encrypt(keys, JSON.stringify(record), identityContext(owner));
}

/** Decrypts what encryptIdentity() made. Throws for another owner's. */
export function decryptIdentity(keys: MasterKeys, owner: IdentityOwner, encrypted: Buffer): IdentityRecord {
  return identityRecord.parse(JSON.parse(decrypt(keys, encrypted, identityContext(owner))));
}

/** Encrypts the phone that one check is to compare. */
export function encryptPhone(keys: MasterKeys, tenant: Tenant, phone: string): Buffer {
  return encrypt(keys, phone, phoneContext(tenant));
}

/** Decrypts what encryptPhone() made. Throws for another tenant's. */
export function decryptPhone(keys: MasterKeys, tenant: Tenant, encrypted: Buffer): string {
  return decrypt(keys, encrypted, phoneContext(tenant));
}

function identityContext({ merchantId, environment, type, hash }: IdentityOwner): string {
  return `identity:${merchantId}:${environment}:${type}:${hash.toString("hex")}`;
}

function phoneContext({ merchantId, environment }: Tenant): string {
  return `phone:${merchantId}:${environment}`;
}
