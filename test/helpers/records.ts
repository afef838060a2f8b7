import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { activateCryptoCollection, requestCryptoCollection } from "../../sql/collections/collections.ts";
import {
  readCredit,
  settleCredit,
  simulateCollectionSuccess,
} from "../../sql/collections/credits/credits.ts";
import { createMerchant, setKybStatus } from "../../sql/merchants/merchants.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { createPaymentLink, type NewPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { savePayoutAccount, setDefaultPayoutAccount } from "../../sql/payouts/accounts/payout-accounts.ts";
import { acceptPayouts, type PayoutRequest } from "../../sql/payouts/payouts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import {
  activateVirtualAccount,
  readVirtualAccount,
  requestVirtualAccount,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "./encryption-key.ts";
import { recordCredit, type ReportedCredit } from "./record-credit.ts";
import { asOperator } from "./as-operator.ts";

/** The account that test payouts go to, with the name that its enquiry finds. */
export const destination = { bankCode: "044", accountNumber: "0123456789", accountName: "ADAEZE OKAFOR" };

/**
 * A merchant with `available` kobo in the environment, paid in by a customer: simulated in the test environment,
 * reported as by the provider in the live one, whose merchant is approved.
 */
export async function createFundedMerchant(
  database: Connection,
  available = 0n,
  environment: "test" | "live" = "test",
): Promise<Tenant> {
  const merchant = await createMerchant(database, {
    name: "Kaduna Books",
    email: "owner@kadunabooks.example",
    acting: {},
  });
  const tenant = { merchantId: merchant.id, environment };
  if (environment === "live")
    await setKybStatus(database, { merchantId: merchant.id, status: "approved", acting: {} });
  if (available > 0n) await fund(database, tenant, available);
  return tenant;
}

/** Pays `amount` kobo in to a new virtual account, and settles it. */
export async function fund(database: Connection, tenant: Tenant, amount: bigint): Promise<void> {
  if (tenant.environment === "test") {
    const { creditId } = await recordSimulatedCredit(database, tenant, amount);
    await settleCredit(database, { creditId });
    if ((await readCredit(database, creditId)) !== "settled") throw new Error("the credit was not settled");
  } else {
    const { reference } = await createVirtualAccount(database, tenant, amount);
    const outcome = await payIn(database, reference, amount, { environment: "live" });
    if (outcome !== "settled") throw new Error(`the credit was not settled: ${outcome}`);
  }
}

/**
 * A virtual account that expects `amount`, as its public JSON. It is requested and provisioned in one transaction, so
 * that running workers can neither provision it first nor fail it for want of a provider.
 */
export async function createVirtualAccount(database: Connection, tenant: Tenant, amount: bigint) {
  const request = { customerEmail: "payer@example.com", amount, expiresInMinutes: 30 };
  return database.transaction(async (transaction) =>
    provisionVirtualAccount(transaction, await requestVirtualAccount(transaction, { tenant, ...request })),
  );
}

/** Gives a requested account a number, as a worker would, and returns its public JSON. */
export async function provisionVirtualAccount(database: Connection, id: bigint) {
  await activateVirtualAccount(database, id, {
    bankCode: "000",
    bankName: "Sandbox Bank",
    accountNumber: String(randomBytes(5).readUIntBE(0, 5) % 10_000_000_000).padStart(10, "0"),
    accountName: "KADUNA BOOKS",
  });
  const row = await readVirtualAccount(database, id);
  return z
    .object({ reference: z.string(), collection: z.object({ reference: z.string() }) })
    .loose()
    .parse(row?.json);
}

/** Money that a provider reports for an account, settled; how it was booked, or null where it was reported before. */
export async function payIn(
  database: Connection,
  recipient: string,
  amount: bigint,
  reported: Partial<ReportedCredit> = {},
): Promise<Awaited<ReturnType<typeof settleCredit>> | null> {
  const { credit_id: id } = await recordCredit(database, {
    environment: "test",
    recipient,
    providerReference: randomUUID(),
    amount,
    currency: "NGN",
    payer: null,
    confirmed: true,
    ...reported,
  });
  return id === null ? null : settleCredit(database, { creditId: id });
}

/** What a simulated payer does unless told otherwise: pays what is due, in time and once. */
export const plainPayment = { amount: null, late: false, duplicate: false, senderName: null };

/** A virtual account whose payer has paid, not settled yet. */
export async function recordSimulatedCredit(database: Connection, tenant: Tenant, amount: bigint) {
  const account = await createVirtualAccount(database, tenant, amount);
  const { creditId } = await simulateCollectionSuccess(database, {
    ...plainPayment,
    merchantId: tenant.merchantId,
    reference: account.reference,
  });
  if (creditId === null) throw new Error("the simulation was refused");
  return { account, creditId };
}

/** Makes the bank's result about an account known, as a worker would. */
export async function resolveDestination(
  database: Connection,
  tenant: Tenant,
  account = destination,
): Promise<void> {
  // In one transaction: workers that run would complete it with the sandbox's name.
  await database.transaction(async (transaction) => {
    const id = await requestNameEnquiry(transaction, tenant, account);
    if (id === null) throw new Error("the destination's bank is unknown");
    await completeNameEnquiry(transaction, id, { status: "resolved", accountName: account.accountName });
  });
}

/** A payout account that a merchant has saved; the default one if wanted. */
export async function saveAccount(
  database: Connection,
  tenant: Tenant,
  { accountName, ...account }: typeof destination = destination,
  { isDefault = false } = {},
) {
  const saved = await savePayoutAccount(database, { tenant, ...account, accountName, ...asOperator });
  if (saved === null) throw new Error("the merchant has as many payout accounts as it may");
  return isDefault
    ? (await setDefaultPayoutAccount(database, {
        tenant,
        reference: saved.reference,
        isDefault: true,
        ...asOperator,
      }))!
    : saved;
}

/** A request for a payout to `destination`, with a key and a body of its own unless given. */
export function payoutRequest(tenant: Tenant, overrides: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    ...tenant,
    destination,
    idempotencyKey: randomUUID(),
    requestHash: randomBytes(32),
    amount: 100_000n,
    ...asOperator,
    ...overrides,
  };
}

/** A payout that was accepted: its row's id and its reference. */
export async function createPayout(
  database: Connection,
  tenant: Tenant,
  overrides: Partial<PayoutRequest> = {},
) {
  const [decision] = await acceptPayouts(database, [payoutRequest(tenant, overrides)]);
  if (decision?.outcome !== "accepted") throw new Error(`the payout was refused: ${decision?.outcome}`);
  const { reference } = z.object({ reference: z.string() }).parse(decision.payout);
  return { reference, id: await idOf(database, "payouts", reference) };
}

/** A crypto collection of one US dollar with its address; returns its reference. */
export async function createCryptoCollection(database: Connection, tenant: Tenant): Promise<string> {
  const request = { amount: 100n, chain: "polygon", token: "USDC", customerEmail: null } as const;
  const id = await requestCryptoCollection(database, { tenant, ...request });
  await activateCryptoCollection(database, {
    collectionId: id,
    address: `0x${randomBytes(20).toString("hex")}`,
  });
  return database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from collections where id = ${id}`);
}

const lamp: NewPaymentLink = {
  title: "Lamp",
  amountType: "fixed",
  amount: 500_000n,
  minAmount: null,
  maxAmount: null,
  linkType: "one_time",
  customer: null,
  successRedirectUrl: null,
};

/** Adds a payment link, one-time and of 5,000 naira unless told otherwise; returns its slug. */
export async function createLink(
  database: Connection,
  tenant: Tenant,
  terms: Partial<NewPaymentLink> = {},
): Promise<string> {
  const link = await createPaymentLink(database, tenant, { ...lamp, ...terms });
  return z.object({ slug: z.string() }).parse(link).slug;
}

/** Sets the URL that the merchant's webhooks go to; returns their signing secret. */
export async function setEndpoint(database: Connection, tenant: Tenant, url: string): Promise<string> {
  return (await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {})).secret;
}

/** The internal id behind a public reference. */
export async function idOf(
  database: Connection,
  table: "payouts" | "events" | "virtual_accounts" | "collections",
  reference: string,
): Promise<bigint> {
  return database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from ${sql.identifier([table])} where reference = ${reference}`);
}

/** A tenant's naira balances in kobo. */
export async function balancesOf(database: Connection, tenant: Tenant) {
  const balance = (await findBalances(database, tenant)).find(({ currency }) => currency === "NGN");
  return { available: balance?.available.value, reserved: balance?.reserved.value };
}

/** What is wrong with the ledger; to be empty after every test that moves money. */
export async function ledgerDrift(database: Connection): Promise<readonly unknown[]> {
  return database.any(sql.type(z.object({ problem: z.string(), subject: z.string() }))`
    select problem, subject from ledger_discrepancies`);
}

/** The waiting and running jobs, by name and key. */
export async function queuedJobs(
  database: Connection,
): Promise<readonly { task: string; key: string | null }[]> {
  return database.any(sql.type(z.object({ task: z.string(), key: z.string().nullable() }))`
    select task, key from queued_jobs order by created_at, id`);
}

/** The types of a tenant's events, oldest first. */
export async function eventTypes(database: Connection, tenant: Tenant): Promise<readonly string[]> {
  return database.anyFirst(sql.type(z.object({ type: z.string() }))`
    select type from events
    where merchant_id = ${tenant.merchantId} and environment = ${tenant.environment} order by id`);
}

/** The events of a type, oldest first, with how their delivery stands; of one merchant, or of all. */
export function findEvents(database: Connection, type: string, tenant?: Tenant) {
  const row = z.object({
    id: z.bigint(),
    reference: z.string(),
    body: z.string(),
    delivery_status: z.string(),
  });
  return database.any(sql.type(row)`
    select e.id, e.reference, event_body(e) as body, delivery_json(e) ->> 'status' as delivery_status
    from events e
    where e.type = ${type} and e.merchant_id = coalesce(${tenant?.merchantId ?? null}, e.merchant_id)
    order by e.id`);
}
