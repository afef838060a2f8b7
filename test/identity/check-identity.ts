import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Connection } from "../../sql/process/database.ts";
import {
  encryptIdentity,
  encryptPhone,
  hashIdentifier,
  type IdentityType,
} from "../../sql/identity/identity-record.ts";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  readIdentityCheck,
  requestIdentityCheck,
} from "../../sql/identity/identity-checks.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";

export type Person = { type?: IdentityType; identifier: string; phone: string };

/** Asks for an identity check as the ingress does; returns the row ids of the check and its record. */
export async function askCheck(
  database: Connection,
  tenant: Tenant,
  { type = "bvn", identifier, phone }: Person,
  keys: MasterKeys = testEncryptionKeys,
): Promise<{ request: bigint; record: bigint }> {
  const identifierHashes = hashIdentifier(keys, tenant, type, identifier);
  const asked = await requestIdentityCheck(database, {
    tenant,
    type,
    identifierHashes,
    encryptedRequest: encryptIdentity(
      keys,
      { ...tenant, type, hash: identifierHashes[0]! },
      { identifier, phone },
    ),
    encryptedPhone: encryptPhone(keys, tenant, phone),
    phoneHashes: [],
    caller: undefined,
  });
  if (asked.outcome !== "pending") throw new Error(`the check was refused: ${asked.outcome}`);
  return { request: asked.requestId, record: asked.recordId };
}

const checkResult = z.object({
  reference: z.string(),
  verified: z.boolean(),
  name: z.string().optional(),
  cacheHit: z.boolean(),
});

/** Asks for an identity check and waits for the result of running workers; null where there was none. */
export async function check(
  database: Connection,
  tenant: Tenant,
  person: Person,
  keys: MasterKeys = testEncryptionKeys,
): Promise<z.output<typeof checkResult> | null> {
  const { request } = await askCheck(database, tenant, person, keys);
  return readCheck(database, request);
}

/** Waits for the result of a check. */
export async function readCheck(database: Connection, request: bigint) {
  const response = await eventually(async () => {
    const read = await readIdentityCheck(database, request);
    expect(read).not.toBeNull();
    return read!;
  });
  return response.status === "completed" ? checkResult.parse(response.json) : null;
}

/** A completed check of a new identity. What it holds in place of encrypted data cannot be decrypted. */
export async function createIdentityCheck(
  database: Connection,
  tenant: Tenant,
  { type = "bvn", verified = true }: { type?: "bvn" | "nin"; verified?: boolean } = {},
): Promise<void> {
  const asked = await requestIdentityCheck(database, {
    tenant,
    type,
    identifierHashes: [randomBytes(32)],
    encryptedRequest: Buffer.of(1),
    encryptedPhone: Buffer.of(1),
    phoneHashes: [],
    caller: undefined,
  });
  if (asked.outcome !== "pending") throw new Error(`the check was refused: ${asked.outcome}`);
  await completeIdentityRecord(database, {
    recordId: asked.recordId,
    status: "found",
    encryptedRecord: Buffer.of(1),
  });
  await completeIdentityCheck(database, { requestId: asked.requestId, verified, name: "ADA OBI" });
}
