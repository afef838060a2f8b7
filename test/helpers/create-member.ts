import type { Database } from "../../sql/process/database.ts";
import { createApiKey, type NewApiKey } from "../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { addOrigin } from "../../sql/checkout/origins.ts";
import type { NewPaymentLink } from "../../sql/payment-links/payment-links.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { createFundedMerchant, createLink, fund } from "./records.ts";
import { asOperator } from "./as-operator.ts";

export type Member = { tenant: Tenant; key: string; keyReference: string };

/** A merchant with `available` kobo of test money, and a key of its own. */
export async function createMember(
  database: Database,
  { available = 0n, ...key }: { available?: bigint } & Partial<Omit<NewApiKey, "merchantId">> = {},
): Promise<Member> {
  const tenant = await createFundedMerchant(database, available);
  return { tenant, ...(await addKey(database, tenant, key)) };
}

/** A merchant whose business is verified, with `available` kobo of live money, and a live key. */
export async function createLiveMember(database: Database, available = 0n): Promise<Member> {
  const { merchantId } = await createFundedMerchant(database);
  const tenant = { merchantId, environment: "live" as const };
  const member = { tenant, ...(await addKey(database, tenant)) };
  if (available > 0n) await fund(database, tenant, available);
  return member;
}

/** A further key of a merchant; with a live one its business is verified. */
export async function addKey(database: Database, tenant: Tenant, key: Partial<NewApiKey> = {}) {
  const created = { ...tenant, ...key };
  if (created.environment === "live")
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "approved", acting: {} });
  const { key: keyReference, secretKey } = await createApiKey(database, { ...created, ...asOperator });
  return { key: secretKey, keyReference };
}

/** The member's key for a path: one that approves is no other. */
export async function keysOf(database: Database, { tenant, key }: Pick<Member, "tenant" | "key">) {
  const approving = await addKey(database, tenant, { scopes: ["payouts:approve"] });
  return (path: string) => (path.startsWith("/v1/approvals") ? approving.key : key);
}

export type Merchant = Member & {
  /** Adds a payment link, one-time and of 5,000 naira unless told otherwise; returns its slug. */
  createLink(terms?: Partial<NewPaymentLink>): Promise<string>;
  /** Lets pages of these origins embed the merchant's checkouts. */
  registerOrigins(...origins: string[]): Promise<void>;
};

/** A merchant with a test key, as payers' tests need one. */
export async function createMerchant(database: Database): Promise<Merchant> {
  const member = await createMember(database);
  return {
    ...member,
    createLink: (terms) => createLink(database, member.tenant, terms),
    registerOrigins: async (...origins) => {
      for (const origin of origins)
        await addOrigin(database, { merchantId: member.tenant.merchantId, origin, acting: {} });
    },
  };
}
