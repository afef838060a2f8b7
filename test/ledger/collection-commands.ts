import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { activateCryptoCollection, requestCryptoCollection } from "../../sql/collections/collections.ts";
import { acceptCredit, settleCredit } from "../../sql/collections/credits/credits.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { createPaymentLink, findPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { provisionVirtualAccount } from "../helpers/records.ts";
import { recordCredit } from "../helpers/record-credit.ts";
import type { Command, Transaction, World } from "./ledger-world.ts";

type Payment = {
  tenant: Tenant | undefined;
  environment?: Tenant["environment"];
  recipient: string;
  amount: bigint;
  currency?: "NGN" | "USD";
  /** The provider's name for the transaction. */
  name?: string;
  confirmed?: boolean;
  /** How often it is reported, at once. */
  reports?: number;
  /** Whether it is booked at once, too. */
  settle?: boolean;
  /** The payer's day, before the present one. Absent: the provider does not report it. */
  daysAgo?: number;
  payer?: Record<string, string>;
};

const DAY_MS = 86_400_000;

export async function pay(world: World, payment: Payment): Promise<void> {
  const { tenant, recipient, amount, currency = "NGN", confirmed = true, reports = 1, daysAgo } = payment;
  const environment = payment.environment ?? tenant!.environment;
  const providerReference = payment.name ?? randomUUID();
  let transaction = world.transactions.find(({ report }) => report.providerReference === providerReference);
  if (transaction === undefined) {
    const paidAt = daysAgo === undefined ? undefined : new Date(Date.now() - daysAgo * DAY_MS);
    const reported = {
      recipient,
      providerReference,
      amount,
      currency,
      payer: payment.payer ?? null,
      confirmed,
      paidAt,
    };
    const report = { environment, ...reported };
    transaction = { report, tenant, ids: [], booked: [], resolved: [] };
    world.transactions.push(transaction);
  }
  const { report, ids } = transaction;
  const recordReport = async () => {
    const { credit_id: id } = await recordCredit(world.database, { ...report, confirmed });
    if (id !== null) ids.push(id);
  };
  await Promise.all(Array.from({ length: reports }, recordReport));
  if (payment.settle ?? true) await settle(world, transaction);
}

export async function settle({ database }: World, { ids, booked }: Transaction): Promise<void> {
  for (const id of ids) booked.push(await settleCredit(database, { creditId: id }));
}

/** An operator decides about money in suspense; what named nobody is for `adopter`, in its own environment. */
export async function resolve(
  { database }: World,
  { report, tenant, resolved }: Transaction,
  how: "release" | "refund",
  adopter: Tenant,
): Promise<void> {
  const owner = tenant ?? { ...adopter, environment: report.environment };
  const { rowCount } = await database
    .query(
      sql.type(z.object({}))`
      select resolve_suspended_credit(cr.reference, ${how}, m.reference, null)
      from credits cr, merchants m
      where cr.environment = ${report.environment} and cr.provider_reference = ${report.providerReference}
        and m.id = ${owner.merchantId}`,
    )
    .catch((error: unknown) => {
      // It does not wait in suspense, or its collection can still be completed.
      if (error instanceof Error && "code" in error && error.code === "PB006") return { rowCount: 0 };
      throw error;
    });
  if (rowCount === 0) return;
  // No collection opens again. Another currency is no part of one.
  const open = await database.any(sql.type(z.object({}))`
    select from credits cr join collections c on c.id = cr.collection_id
    where cr.environment = ${report.environment} and cr.provider_reference = ${report.providerReference}
      and c.currency = cr.currency and c.status in ('awaiting_payment', 'confirming', 'underpaid')`);
  resolved.push({ how, to: how === "release" ? owner : tenant, isTooEarly: open.length > 0 });
}

/** Its merchant accepts what waits: into one of its collections, which that has to complete, or as one of its own. */
export async function accept(
  { database }: World,
  transaction: Transaction,
  nth: number | undefined,
): Promise<void> {
  const { report, tenant, resolved } = transaction;
  if (tenant === undefined) return;
  const { merchantId, environment } = tenant;
  const reference = await database.maybeOneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from credits
    where environment = ${environment} and provider_reference = ${report.providerReference}`);
  if (reference === null) return;
  const expected = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from collections
    where (merchant_id, environment) = (${merchantId}, ${environment}) and status <> 'succeeded' order by id`);
  const collection = nth === undefined ? undefined : expected[nth % expected.length];
  const { outcome, credit } = await acceptCredit(database, { tenant, reference, collection, ...asOperator });
  if (outcome === "accepted" && credit.awaitingApproval) transaction.awaiting = reference;
  else if (outcome === "accepted") resolved.push({ how: "accept", to: tenant, isTooEarly: false });
}

/** In test by the merchant's clock; live accounts are made so much older instead, and swept. */
export async function passTime(
  { database }: World,
  { merchantId, environment }: Tenant,
  minutes: number,
): Promise<void> {
  if (environment === "test") {
    await advanceTestClock(database, { merchantId, minutes });
    return;
  }
  await database.query(sql.type(z.object({}))`
    with aged as (
      update virtual_accounts set expires_at = expires_at - make_interval(mins => ${minutes})
      where merchant_id = ${merchantId} and environment = 'live'
    )
    update collections set expires_at = expires_at - make_interval(mins => ${minutes})
    where merchant_id = ${merchantId} and environment = 'live'`);
  await database.query(sql.type(z.object({}))`select expire_virtual_accounts('test', '{}')`);
}

/** What is booked next is of exactly the midnight in Lagos that comes next by the test clock, or just before it. */
export async function reachMidnight(
  { database }: World,
  { merchantId, environment }: Tenant,
  isThere: boolean,
): Promise<void> {
  if (environment === "live") return;
  const row = z.object({ midnight: z.string(), minutes: z.int() });
  const { midnight, minutes } = await database.one(sql.type(row)`
    select n.midnight::text, floor(extract(epoch from n.midnight - business_now(${merchantId}, 'test')) / 60)::integer
      as minutes
    from (select start_of_lagos_day(lagos_day(business_now(${merchantId}, 'test')) + 1) as midnight) n`);
  if (minutes > 0) await advanceTestClock(database, { merchantId, minutes });
  await database.query(sql.type(z.object({}))`
    update ledger_accounts set last_moved_at = greatest(
      last_moved_at, ${midnight}::timestamptz - make_interval(secs => ${isThere ? 0 : 0.000_001})
    )
    where merchant_id = ${merchantId} and environment = 'test' and kind in ('available', 'reserved')`);
}

export async function sell(world: World, tenant: Tenant, amount: bigint): Promise<void> {
  const link = await createPaymentLink(world.database, tenant, {
    title: "Lamp",
    amountType: "fixed",
    amount,
    minAmount: null,
    maxAmount: null,
    linkType: "one_time",
    customer: null,
    successRedirectUrl: null,
  });
  world.slugs.push({ tenant, slug: z.object({ slug: z.string() }).parse(link).slug });
}

/** So many payers go on from the page, and then so many of them pay at the same instant. */
export async function buy(
  world: World,
  { tenant, slug }: World["slugs"][number],
  { payers, pay: paying }: Extract<Command, { do: "buy" }>,
): Promise<void> {
  const { database } = world;
  const amount = z.object({ amount: z.object({ value: z.int().transform(BigInt) }) });
  const link = amount.parse(await findPaymentLink(database, tenant, slug));
  const started: string[] = [];
  for (let payer = 0; payer < payers; payer += 1) {
    const session = {
      slug,
      tokenHash: randomBytes(32),
      email: "payer@example.com",
      amount: null,
      networks: [],
    };
    const { virtualAccountId: id } = await startCheckoutSession(database, session);
    // Null where the link was paid meanwhile.
    const provisioned = id === null ? null : await provisionVirtualAccount(database, id).catch(() => null);
    if (provisioned === null) continue;
    started.push(provisioned.reference);
    world.accounts.push({ tenant, reference: provisioned.reference, amount: link.amount.value });
  }
  await Promise.all(
    started.slice(0, paying).map((recipient) => pay(world, { tenant, recipient, amount: link.amount.value })),
  );
}

export async function expectCrypto(world: World, tenant: Tenant, amount: bigint): Promise<void> {
  const { database } = world;
  const request = { amount, chain: "polygon", token: "USDC", customerEmail: null } as const;
  const id = await requestCryptoCollection(database, { tenant, ...request });
  await activateCryptoCollection(database, {
    collectionId: id,
    address: `0x${randomBytes(20).toString("hex")}`,
  });
  const reference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from collections where id = ${id}`);
  world.cryptos.push({ tenant, reference, amount });
}
