import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import {
  activateCryptoCollection,
  openCollection,
  requestCryptoCollection,
} from "../../sql/collections/collections.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import {
  completeIdentityCheck,
  completeIdentityRecord,
  requestIdentityCheck,
  findOpenIdentityChecks,
} from "../../sql/identity/identity-checks.ts";
import { createMerchant, setKybStatus } from "../../sql/merchants/merchants.ts";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { createPaymentLink, findPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { acceptPayouts, claimPayoutConfirmation, type PayoutEnd } from "../../sql/payouts/payouts.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  createVirtualAccount,
  destination,
  idOf,
  provisionVirtualAccount,
  saveAccount,
} from "../helpers/records.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { letPollBecomeDue } from "../payouts/accept-test-payouts.ts";
import { recordCredit, type ReportedCredit } from "../helpers/record-credit.ts";
import { asOperator } from "../helpers/as-operator.ts";

/**
 * Everything that happens to money, as commands that a property test draws at random and runs one after the other or at
 * once. Each notes in the world what it did and what it was told: the rules hold the books to these notes.
 *
 * The numbers of a command pick from what exists then (`pick`); with nothing to pick it does nothing.
 */
export type Command =
  | { do: "expect payment"; on: number; amount: number }
  | {
      do: "pay";
      on: number;
      part: "all" | "half" | "more";
      currency: "NGN" | "USD";
      reports: number;
      settle: boolean;
    }
  | { do: "pay nobody"; on: number }
  | { do: "settle"; on: number }
  | { do: "resolve"; on: number; how: "release" | "refund"; for: number }
  | { do: "pass time"; on: number; minutes: number }
  | { do: "reopen"; on: number; amount: number }
  | { do: "sell"; on: number; amount: number }
  | { do: "buy"; on: number; payers: number; pay: number }
  | { do: "expect crypto"; on: number; amount: number }
  | { do: "pay crypto"; on: number; transaction: number; confirmed: boolean }
  | { do: "pay out"; on: number; key: number; amount: number; times: number }
  | { do: "send payout"; on: number }
  | { do: "poll payout"; on: number }
  | { do: "cancel payout"; on: number }
  | { do: "finish payout"; on: number; claim: number; outcome: PayoutEnd["kind"] }
  | { do: "check identity"; on: number; times: number }
  | { do: "let identity grow old"; on: number }
  | { do: "resolve identity"; on: number; status: "found" | "not_found" | "unavailable" };

/** One transaction of a provider, however often it was reported. */
export type Transaction = {
  report: ReportedCredit;
  tenant: Tenant | undefined;
  /** The row ids that reports of it were told to settle: one at most. */
  ids: bigint[];
  /** What each settling of it was told. */
  booked: Awaited<ReturnType<typeof settleCredit>>[];
  /** What an operator did who found it in suspense: once at most. */
  resolved: { how: "release" | "refund"; to: Tenant | undefined; isTooEarly: boolean }[];
};

export type Payout = {
  tenant: Tenant;
  id: bigint;
  reference: string;
  key: string;
  amount: bigint;
  fee: bigint;
  /** How often a worker was told to send it. */
  sends: number;
  /** Of every claim, in time. */
  fences: bigint[];
  /** What was written for a claim although a later one was known. */
  overwritten: number;
  ends: PayoutEnd["kind"][];
  cancellations: number;
};

export type Identity = {
  tenant: Tenant;
  record: bigint;
  /** How often a provider's word was taken. */
  responses: number;
  /** The checks that have a result, each by its id. */
  responded: bigint[];
};

export type World = {
  database: Database;
  tenants: Tenant[];
  accounts: { tenant: Tenant; reference: string; amount: bigint }[];
  slugs: { tenant: Tenant; slug: string }[];
  cryptos: { tenant: Tenant; reference: string; amount: bigint }[];
  transactions: Transaction[];
  payouts: Payout[];
  identities: Identity[];
};

const OPENING = 20_000_00n;

/** Two new merchants with money in both of their environments and an account to pay out to. */
export async function createWorld(database: Database): Promise<World> {
  const world: World = {
    database,
    tenants: [],
    accounts: [],
    slugs: [],
    cryptos: [],
    transactions: [],
    payouts: [],
    identities: [],
  };
  const merchants = ["Kaduna Books", "Jos Lamps"].map((name) =>
    createMerchant(database, { name, email: "owner@shop.example", acting: {} }),
  );
  for (const { id: merchantId } of await Promise.all(merchants)) {
    await setKybStatus(database, { merchantId, status: "approved", acting: {} });
    for (const environment of ["test", "live"] as const) world.tenants.push({ merchantId, environment });
  }
  await Promise.all(
    world.tenants.map(async (tenant) => {
      await saveAccount(database, tenant, destination, { isDefault: true });
      const { reference } = await createVirtualAccount(database, tenant, OPENING);
      await pay(world, { tenant, recipient: reference, amount: OPENING });
    }),
  );
  return world;
}

/** Runs one command. Rejects for what no caller may ever meet: any error of the database. */
export async function run(world: World, command: Command): Promise<void> {
  const { database } = world;
  const among = <Item>(items: readonly Item[]): Item | undefined => items[command.on % items.length];
  switch (command.do) {
    case "expect payment": {
      const tenant = among(world.tenants)!;
      const { reference } = await createVirtualAccount(database, tenant, BigInt(command.amount));
      world.accounts.push({ tenant, reference, amount: BigInt(command.amount) });
      return;
    }
    case "pay": {
      const account = among(world.accounts);
      if (account === undefined) return;
      const { tenant, reference: recipient } = account;
      const amount = { all: account.amount, half: account.amount / 2n, more: account.amount + 7n }[
        command.part
      ];
      return pay(world, { ...command, tenant, recipient, amount });
    }
    case "pay nobody": {
      const { environment } = among(world.tenants)!;
      return pay(world, { tenant: undefined, environment, recipient: "va_of_somebody_else", amount: 900n });
    }
    case "settle": {
      const transaction = among(world.transactions);
      if (transaction !== undefined) await settle(world, transaction);
      return;
    }
    case "resolve": {
      const transaction = among(world.transactions);
      const adopter = world.tenants[command.for % world.tenants.length]!;
      if (transaction !== undefined) await resolve(world, transaction, command.how, adopter);
      return;
    }
    case "pass time":
      return passTime(world, among(world.tenants)!, command.minutes);
    case "reopen": {
      const account = among(world.accounts);
      if (account === undefined) return;
      const amount = BigInt(command.amount);
      const { outcome } = await openCollection(database, {
        tenant: account.tenant,
        reference: account.reference,
        amount,
      });
      if (outcome === "opened") account.amount = amount;
      return;
    }
    case "sell":
      return sell(world, among(world.tenants)!, BigInt(command.amount));
    case "buy": {
      const link = among(world.slugs);
      if (link !== undefined) await buy(world, link, command);
      return;
    }
    case "expect crypto":
      return expectCrypto(world, among(world.tenants)!, BigInt(command.amount));
    case "pay crypto": {
      const collection = among(world.cryptos);
      if (collection === undefined) return;
      const { tenant, reference: recipient, amount } = collection;
      const name = `${recipient}:${command.transaction}`;
      return pay(world, {
        tenant,
        recipient,
        amount,
        name,
        currency: "USD",
        confirmed: command.confirmed,
      });
    }
    case "pay out":
      return atOnce(command.times, () =>
        payOut(world, among(world.tenants)!, `key-${command.key}`, BigInt(command.amount)),
      );
    case "send payout":
    case "poll payout":
    case "cancel payout":
    case "finish payout": {
      const payout = among(world.payouts);
      if (payout !== undefined) await movePayout(world, payout, command);
      return;
    }
    case "check identity":
      return atOnce(command.times, () => checkIdentity(world, among(world.tenants)!));
    case "let identity grow old": {
      const identity = among(world.identities);
      if (identity !== undefined) await letGrowOld(world, identity);
      return;
    }
    case "resolve identity": {
      const identity = among(world.identities);
      if (identity !== undefined) await resolveIdentity(world, identity, command.status);
      return;
    }
  }
}

async function atOnce(times: number, act: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: times }, act));
}

/** Does what is left to workers: settles what was reported, resolves what was requested. */
export async function finishWork(world: World): Promise<void> {
  await Promise.all(world.transactions.map((transaction) => settle(world, transaction)));
  await Promise.all(world.identities.map((identity) => resolveIdentity(world, identity, "unavailable")));
}

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
};

async function pay(world: World, payment: Payment): Promise<void> {
  const { tenant, recipient, amount, currency = "NGN", confirmed = true, reports = 1 } = payment;
  const environment = payment.environment ?? tenant!.environment;
  const providerReference = payment.name ?? randomUUID();
  let transaction = world.transactions.find(({ report }) => report.providerReference === providerReference);
  if (transaction === undefined) {
    const report = { environment, recipient, providerReference, amount, currency, payer: null, confirmed };
    transaction = { report, tenant, ids: [], booked: [], resolved: [] };
    world.transactions.push(transaction);
  }
  const { report, ids } = transaction;
  await atOnce(reports, async () => {
    const { credit_id: id } = await recordCredit(world.database, { ...report, confirmed });
    if (id !== null) ids.push(id);
  });
  if (payment.settle ?? true) await settle(world, transaction);
}

async function settle({ database }: World, { ids, booked }: Transaction): Promise<void> {
  for (const id of ids) booked.push(await settleCredit(database, { creditId: id }));
}

/** An operator decides about money in suspense; what named nobody is for `adopter`, in its own environment. */
async function resolve(
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

/** In test by the merchant's clock; live accounts are made so much older instead, and swept. */
async function passTime(
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

async function sell(world: World, tenant: Tenant, amount: bigint): Promise<void> {
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
async function buy(
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

async function expectCrypto(world: World, tenant: Tenant, amount: bigint): Promise<void> {
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

async function payOut(world: World, tenant: Tenant, key: string, amount: bigint): Promise<void> {
  const requestHash = Buffer.from(String(amount));
  const [decision] = await acceptPayouts(world.database, [
    { ...tenant, idempotencyKey: key, requestHash, amount, ...asOperator },
  ]);
  if (decision?.outcome !== "accepted") return;
  const { reference, fee } = z
    .object({ reference: z.string(), fee: z.object({ value: z.int().transform(BigInt) }) })
    .parse(decision.payout);
  const id = await idOf(world.database, "payouts", reference);
  const none = { sends: 0, fences: [], overwritten: 0, ends: [], cancellations: 0 };
  world.payouts.push({ tenant, id, reference, key, amount, fee: fee.value, ...none });
}

type PayoutCommand = Extract<
  Command,
  { do: "send payout" | "poll payout" | "cancel payout" | "finish payout" }
>;

async function movePayout({ database }: World, payout: Payout, command: PayoutCommand): Promise<void> {
  switch (command.do) {
    case "send payout": {
      const claimed = await claimPayout(database, payout.id);
      if (claimed === null) return;
      payout.sends += 1;
      payout.fences.push(claimed.fence);
      return;
    }
    case "poll payout": {
      await letPollBecomeDue(database, payout.id);
      const claimed = await claimPayoutConfirmation(database, { payoutId: payout.id });
      if (claimed !== null) payout.fences.push(claimed.fence);
      return;
    }
    case "cancel payout": {
      const { outcome } = await cancelPayout(database, {
        tenant: payout.tenant,
        reference: payout.reference,
        ...asOperator,
      });
      if (outcome === "canceled") payout.cancellations += 1;
      return;
    }
    case "finish payout": {
      const claims = payout.fences.toSorted((a, b) => Number(b - a));
      const fence = claims[command.claim % claims.length];
      if (fence === undefined) return;
      const told = await finishPayout(database, { id: payout.id, fence }, endOf(command.outcome));
      if (told !== "done") return;
      payout.ends.push(command.outcome);
      if (fence !== claims[0]) payout.overwritten += 1;
    }
  }
}

function endOf(kind: PayoutEnd["kind"]): PayoutEnd {
  if (kind === "failed") return { kind, code: "DESTINATION_REJECTED", message: "No." };
  // A bank that takes money back is polled again.
  return kind === "succeeded" ? { kind, confirmAgainAfterMs: 60_000 } : { kind };
}

/** Each merchant checks one person, again and again. */
async function checkIdentity(world: World, tenant: Tenant): Promise<void> {
  const asked = await requestIdentityCheck(world.database, {
    tenant,
    type: "bvn",
    identifierHashes: [Buffer.from(`${tenant.merchantId}:${tenant.environment}`)],
    encryptedRequest: Buffer.of(1),
    encryptedPhone: Buffer.of(1),
    phoneHashes: [],
    caller: undefined,
  });
  if (asked.outcome !== "pending" || world.identities.some(({ record }) => record === asked.recordId)) return;
  world.identities.push({ tenant, record: asked.recordId, responses: 0, responded: [] });
}

/** What was said of it is not good any more: the provider has to be called again. */
async function letGrowOld({ database }: World, { record }: Identity): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update identity_records set completed_at = completed_at - interval '181 days' where id = ${record}`);
}

async function resolveIdentity(
  { database }: World,
  identity: Identity,
  status: "found" | "not_found" | "unavailable",
): Promise<void> {
  const { record } = identity;
  const response = status === "unavailable" ? { status } : { status, encrypted: Buffer.of(1) };
  if (
    !(await completeIdentityRecord(database, { recordId: record, ...response })) ||
    status === "unavailable"
  )
    return;
  identity.responses += 1;
  for (const { id } of await findOpenIdentityChecks(database, record)) {
    const verified = status === "found";
    if (await completeIdentityCheck(database, { requestId: id, verified, name: null }))
      identity.responded.push(id);
  }
}
