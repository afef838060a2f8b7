import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { activateCryptoCollection, requestCryptoCollection } from "../../sql/queries/collections.ts";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  requestIdentityCheck,
} from "../../sql/queries/identity-checks.ts";
import { createPaymentLink as create } from "../../sql/queries/payment-links.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { sql } from "../../sql/sql-tag.ts";

/** A crypto collection of one US dollar with its address; returns its reference. */
export async function createCryptoCollection(database: Database, tenant: Tenant): Promise<string> {
  const request = { amount: 100n, chain: "polygon", token: "USDC", customerEmail: null } as const;
  const id = await requestCryptoCollection(database, tenant, request);
  await activateCryptoCollection(database, id, `0x${randomBytes(20).toString("hex")}`);
  return database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from collections where id = ${id}`);
}

/** A fixed one-time payment link. */
export async function createPaymentLink(database: Database, tenant: Tenant): Promise<{ slug: string }> {
  const link = await create(database, tenant, {
    title: "Term one fees",
    amountType: "fixed",
    amount: 10_000n,
    minAmount: null,
    maxAmount: null,
    linkType: "one_time",
    customer: null,
    successRedirectUrl: null,
  });
  return z.object({ slug: z.string() }).parse(link);
}

/** An answered check of an identity that nobody asked about before; what is encrypted in it no worker ever opens. */
export async function createIdentityCheck(
  database: Database,
  tenant: Tenant,
  { type = "bvn", verified = true }: { type?: "bvn" | "nin"; verified?: boolean } = {},
): Promise<void> {
  const asked = await requestIdentityCheck(database, tenant, {
    type,
    identifierHashes: [randomBytes(32)],
    encryptedQuestion: Buffer.of(1),
    encryptedPhone: Buffer.of(1),
  });
  if (asked.outcome !== "pending") throw new Error(`the check was refused: ${asked.outcome}`);
  await completeIdentityRecord(database, asked.record_id, { status: "found", encrypted: Buffer.of(1) });
  await completeIdentityCheck(database, asked.request_id, { verified, name: "ADA OBI" });
}
