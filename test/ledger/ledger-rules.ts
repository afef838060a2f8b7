import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { noteExpired } from "./approval-commands.ts";
import { noteBatches } from "./batch-commands.ts";
import { expectBatchesAsTold } from "./batch-rules.ts";
import { expectBooks } from "./books-rules.ts";
import type { Identity, Transaction, World } from "./ledger-world.ts";
import {
  expectPayoutsAsTold,
  expectRefundsWithinReceived,
  historyOf,
  keptOf,
  returnsOf,
  statusByReturns,
} from "./payout-rules.ts";
import { noteLapsed, noteReturns } from "./refund-commands.ts";
import { expectTaxReport, IDENTITY_VAT } from "./tax-rules.ts";
import { expectUnmatchedTold } from "./unmatched-rules.ts";

/** What a live identity check costs, in kobo, besides the VAT on it. */
const IDENTITY_PRICE = 5_000n;

/** What has to be true at every moment: here after the nth step. */
export async function expectSoundBooks(world: World, nth: number): Promise<void> {
  await noteLapsed(world);
  await noteExpired(world);
  await noteReturns(world);
  await noteBatches(world);
  await Promise.all([
    ledgerDrift(world.database).then((drift) => expect(drift).toEqual([])),
    expectMoneyAccountedFor(world),
    expectRemittancesAsTold(world),
    expectRefundsWithinReceived(world),
    expectBooks(world, nth),
  ]);
}

/** What has to be true of a world whose work is done, given what its commands noted. */
export async function expectRules(world: World): Promise<void> {
  await expectEachTransactionOnce(world);
  await expectCollectionsAsPaid(world);
  await expectUnmatchedTold(world);
  await expectPayoutsAsTold(world);
  await expectBatchesAsTold(world);
  await expectIdentitiesAsAnswered(world);
  await expectTaxReport(world);
}

/** Every provider reference is one credit, booked once, that is worth something to its merchant once at most. */
async function expectEachTransactionOnce(world: World): Promise<void> {
  const { database, transactions } = world;
  const row = z.object({ status: z.string(), journals: z.array(z.string()) });
  const check = async (transaction: Transaction) => {
    const { report, ids, resolved } = transaction;
    const credits = await database.any(sql.type(row)`
      select status,
        array(select j.kind from ledger_journals j where j.subject = cr.reference order by j.id) as journals
      from credits cr
      where environment = ${report.environment} and provider_reference = ${report.providerReference}`);
    expect(credits).toHaveLength(1);
    expect(credits[0]).toEqual(expectedBooking(world, transaction, credits[0]!));
    expect(ids.length, "one report has it settled").toBeLessThan(2);
    expect(resolved.length, "an operator resolves it once").toBeLessThan(2);
    expect(
      resolved.filter(({ isTooEarly }) => isTooEarly),
      "what a top-up may complete is left alone",
    ).toEqual([]);
  };
  await Promise.all(transactions.map(check));
}

/** How a transaction has to be booked; where what was told leaves two ways open, in the one that the books took. */
function expectedBooking(
  world: World,
  transaction: Transaction,
  { status, journals }: { status: string; journals: string[] },
): { status: string; journals: string[] } {
  const { ids, booked, resolved } = transaction;
  if (ids.length === 0) return { status: "confirming", journals: [] };
  if (resolved.length > 0) {
    const { how } = resolved[0]!;
    const kinds = { release: "credit_released", refund: "credit_refunded", accept: "credit_accepted" };
    return { status: how === "refund" ? "refunded" : "settled", journals: ["credit_suspended", kinds[how]] };
  }
  const returns = returnsOf(world, transaction);
  if (returns.length > 0) return { status: statusByReturns(returns), journals: ["credit_suspended"] };
  // What came before is booked before: a later one may have booked it, and then told of itself alone.
  const wasSuspended = booked.includes("suspended") || journals[0] === "credit_suspended";
  if (!wasSuspended) return { status: "settled", journals: ["credit_settled"] };
  // Released by a later one that completed its collection, or waiting for that.
  return booked.includes("settled") || status === "settled"
    ? { status: "settled", journals: ["credit_suspended", "credit_released"] }
    : { status: "suspended", journals: ["credit_suspended"] };
}

const collectionRow = z.object({
  status: z.string(),
  late: z.boolean(),
  is_accepted: z.boolean(),
  amount: z.bigint(),
  amount_received: z.bigint(),
  credits: z.array(
    z.object({
      amount: z.int().transform(BigInt),
      status: z.enum(["confirming", "settled", "suspended", "returning", "refunded"]),
      provider_reference: z.string(),
      is_own_currency: z.boolean(),
      is_in_time: z.boolean(),
    }),
  ),
  successes: z.bigint(),
  account_status: z.string().nullable(),
  is_newest: z.boolean(),
  link_status: z.string().nullable(),
  link_successes: z.bigint(),
  /** Of these, those that their merchant completed with an unmatched credit. */
  link_accepted: z.bigint(),
});

/** A collection succeeds by what was paid for it, tells so once, and leaves nothing of it in suspense. */
async function expectCollectionsAsPaid(world: World): Promise<void> {
  const { database, tenants, transactions } = world;
  const byHand = transactions.filter(
    (transaction) => transaction.resolved.length > 0 || returnsOf(world, transaction).length > 0,
  );
  const resolved = new Set(byHand.map(({ report }) => report.providerReference));
  const merchants = sql.array([...new Set(tenants.map(({ merchantId }) => merchantId))], "int8");
  const collections = await database.any(sql.type(collectionRow)`
    select c.status, c.late, c.unmatched_credit_id is not null as is_accepted, c.amount, c.amount_received,
      array(
        select json_build_object(
          'amount', cr.amount, 'status', cr.status, 'provider_reference', cr.provider_reference,
          'is_own_currency', cr.currency = c.currency,
          'is_in_time', c.expires_at is null or cr.received_at <= c.expires_at
        )
        from credits cr where cr.collection_id = c.id
      ) as credits,
      (select count(*) from events e
        where e.type = 'collection.success' and e.merchant_id = c.merchant_id
          and event_body(e)::json -> 'data' ->> 'reference' = c.reference) as successes,
      v.status as account_status,
      not exists (select from collections n where n.virtual_account_id = v.id and n.id > c.id) as is_newest,
      l.status as link_status,
      (select count(*) from collections n
        where n.payment_link_id = l.id and n.status = 'succeeded') as link_successes,
      (select count(n.unmatched_credit_id) from collections n
        where n.payment_link_id = l.id and n.status = 'succeeded') as link_accepted
    from collections c
    left join virtual_accounts v on v.id = c.virtual_account_id
    left join payment_links l on l.id = c.payment_link_id
    where c.merchant_id = any(${merchants})`);

  for (const collection of collections) {
    const {
      status,
      amount,
      amount_received: received,
      account_status: account,
      link_status: link,
    } = collection;
    const isOpen = ["awaiting_payment", "underpaid"].includes(status);
    const isSuccess = status === "succeeded";
    // Those that somebody resolved say nothing of their collection any more, nor does what it received.
    const left = collection.credits.filter((credit) => !resolved.has(credit.provider_reference));
    const isUntouched = left.length === collection.credits.length;
    const settled = left.filter((credit) => credit.status === "settled");
    const own = left.filter((credit) => credit.is_own_currency && credit.status !== "confirming");
    const kept = collection.credits.filter((credit) => credit.is_own_currency && credit.status === "settled");
    const inTime = (isSuccess ? settled : own).filter((credit) => credit.is_in_time);

    expect(settled, "money of another currency settles nothing").toEqual(
      settled.filter((credit) => credit.is_own_currency),
    );
    expect(collection.successes, "success is told once").toBe(isSuccess ? 1n : 0n);
    if (isSuccess) {
      expect(total(kept), "success is paid for with what was kept").toBeGreaterThanOrEqual(amount);
      if (isUntouched)
        expect(total(settled), "all that was received before success is settled").toBe(received);
      // What its merchant accepts completes it whenever it ended, and may be more.
      const isAccepted = collection.is_accepted;
      if (collection.late && !isAccepted)
        expect(received, "late money settles an exact total only").toBe(amount);
      else expect(received, "success is paid for").toBeGreaterThanOrEqual(amount);
      if (!isAccepted)
        expect(total(inTime) - largest(inTime), "what was paid before did not do").toBeLessThan(amount);
    } else {
      expect(settled, "nothing is settled before success").toEqual([]);
      if (isUntouched) expect(total(own), "all that was received waits in suspense").toBe(received);
      if (link !== "paid") expect(total(inTime), "what was paid in time settles").toBeLessThan(amount);
    }
    if (account !== null && collection.is_newest)
      expect(account === "active", "an account is active while it is paid into").toBe(isOpen);
    if (!collection.is_newest) expect(isOpen, "one collection at a time").toBe(false);
    if (link !== null) {
      const { link_successes: successes, link_accepted: accepted } = collection;
      expect(successes > 0n, "a link is paid once something succeeded").toBe(link === "paid");
      expect(successes - accepted, "payers pay a link once").toBeLessThanOrEqual(1n);
    }
    if (link === "paid") expect(isOpen, "a paid link ends its other attempts").toBe(false);
  }
}

/** A check with a result is told once; one without a result costs nothing, and no identifier costs twice. */
async function expectIdentitiesAsAnswered({ database, identities }: World): Promise<void> {
  const row = z.object({ id: z.bigint(), events: z.bigint() });
  const check = async ({ record, responded }: Identity) => {
    const checks = await database.any(sql.type(row)`
      select k.id, (
        select count(*) from events e
        where e.merchant_id = k.merchant_id and event_body(e)::json -> 'data' ->> 'reference' = k.reference
      ) as events
      from identity_checks k
      where k.identity_record_id = ${record} and k.status in ('succeeded', 'failed') order by k.id`);
    const expected = responded.toSorted((a, b) => Number(a - b)).map((id) => ({ id, events: 1n }));
    expect(checks).toEqual(expected);
  };
  await Promise.all(identities.map(check));
}

const moneyRow = z.object({
  merchant_id: z.bigint(),
  environment: z.enum(["test", "live"]),
  currency: z.string(),
  available: z.bigint(),
  reserved: z.bigint(),
  gateway: z.bigint(),
  fees: z.bigint(),
  vat: z.bigint(),
  duty: z.bigint(),
  suspense: z.bigint(),
  /** What its days add up to; `sent` without what came back. */
  received: z.bigint(),
  sent: z.bigint(),
  vat_of_days: z.bigint(),
  duty_of_days: z.bigint(),
});

/**
 * For each merchant, in the books and in the totals of its days: what was paid in = available + reserved + suspense +
 * paid out + fees + taxes. All but `available` comes from the commands' results, or for suspense from the credits, and
 * not from the ledger.
 */
async function expectMoneyAccountedFor(world: World): Promise<void> {
  const [rows, states] = await Promise.all([readMoney(world), readStates(world)]);
  for (const { merchant_id: merchantId, environment, currency, ...books } of rows) {
    const { paidIn, adopted, suspended, sentBack, paidOut, refunded, fees, vat, duty, reserved } = moneyTold(
      world,
      states,
      { merchantId, environment },
      currency,
    );
    expect(books, `${environment} ${currency}`).toEqual({
      available: paidIn + adopted - reserved - suspended - paidOut - fees - vat - duty,
      reserved,
      gateway: paidOut - paidIn,
      fees,
      vat,
      duty,
      suspense: suspended - adopted,
      // What went back was never the merchant's.
      received: paidIn + adopted - suspended - sentBack,
      // Refunds are no payouts.
      sent: paidOut - refunded,
      vat_of_days: vat,
      duty_of_days: duty,
    });
  }
}

/** What the books say was paid to the state is what was paid, once. */
async function expectRemittancesAsTold({ database, remitted }: World): Promise<void> {
  const row = z.object({ reference: z.string(), kind: z.string(), amount: z.bigint() });
  const booked = await database.any(sql.type(row)`
    select j.subject as reference, replace(a.kind, '_payable', '') as kind, -e.amount as amount
    from ledger_journals j join ledger_entries e on e.journal_id = j.id join ledger_accounts a on a.id = e.account_id
    where j.kind = 'tax_remitted' and j.subject = any(${sql.array([...remitted.keys()], "text")})
      and a.kind in ('vat_payable', 'stamp_duty_payable')
    order by j.subject`);
  expect(booked).toEqual(
    [...remitted]
      .map(([reference, tax]) => ({ reference, ...tax }))
      .toSorted((a, b) => (a.reference < b.reference ? -1 : 1)),
  );
}

const merchantsOf = ({ tenants }: World) =>
  sql.array([...new Set(tenants.map(({ merchantId }) => merchantId))], "int8");

/** What merchants' journals and days add up to. */
async function readMoney(world: World): Promise<readonly z.infer<typeof moneyRow>[]> {
  return world.database.any(sql.type(moneyRow)`
    select a.merchant_id, a.environment, a.currency, booked.*, summed.*
    from ledger_accounts a
    cross join lateral (
      select
        coalesce(sum(e.amount) filter (where o.kind = 'available'), 0)::bigint as available,
        coalesce(sum(e.amount) filter (where o.kind = 'reserved'), 0)::bigint as reserved,
        coalesce(sum(e.amount) filter (where o.kind = 'gateway' or o.kind like 'float%'), 0)::bigint as gateway,
        coalesce(sum(e.amount) filter (where o.kind = 'fees'), 0)::bigint as fees,
        coalesce(sum(e.amount) filter (where o.kind = 'vat_payable'), 0)::bigint as vat,
        coalesce(sum(e.amount) filter (where o.kind = 'stamp_duty_payable'), 0)::bigint as duty,
        coalesce(sum(e.amount) filter (where o.kind = 'suspense'), 0)::bigint as suspense
      from ledger_journals j
      join ledger_entries e on e.journal_id = j.id
      join ledger_accounts o on o.id = e.account_id
      where (j.merchant_id, j.environment, j.currency) = (a.merchant_id, a.environment, a.currency)
    ) booked
    cross join lateral (
      select coalesce(sum(d.received), 0)::bigint as received, coalesce(sum(d.sent - d.returned), 0)::bigint as sent,
        coalesce(sum(d.vat), 0)::bigint as vat_of_days, coalesce(sum(d.stamp_duty), 0)::bigint as duty_of_days
      from daily_totals d
      where (d.merchant_id, d.environment, d.currency) = (a.merchant_id, a.environment, a.currency)
    ) summed
    where a.merchant_id = any(${merchantsOf(world)}) and a.kind = 'available'`);
}

const creditRow = z.object({
  merchant_id: z.bigint().nullable(),
  environment: z.string(),
  currency: z.string(),
  amount: z.bigint(),
  status: z.string(),
  provider_reference: z.string(),
});

/** What the ledger does not decide: the credits that are not settled, or not booked yet, and the open checks. */
async function readStates(world: World) {
  const references = world.transactions.map(({ report }) => report.providerReference);
  const credits = await world.database.any(sql.type(creditRow)`
    select merchant_id, environment, currency, amount, status, provider_reference from credits
    where provider_reference = any(${sql.array(references, "text")})
      and status <> 'settled'`);
  const records = world.identities.map(({ record }) => record);
  const pending = await world.database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from identity_records where id = any(${sql.array(records, "int8")}) and status = 'pending'`);
  return {
    suspended: credits.filter(({ status }) => status === "suspended"),
    sentBack: credits.filter(({ status }) => ["returning", "refunded"].includes(status)),
    unbooked: new Set(
      credits
        .filter(({ status }) => ["confirming", "received"].includes(status))
        .map((credit) => credit.provider_reference),
    ),
    pending: new Set(pending),
  };
}

/** What should have become of a merchant's money, by what commands were told. */
function moneyTold(
  { transactions, payouts, batches, identities }: World,
  states: Awaited<ReturnType<typeof readStates>>,
  tenant: Tenant,
  currency: string,
) {
  const isTheirs = ({ tenant: other }: { tenant: Tenant | undefined }) =>
    other?.merchantId === tenant.merchantId && other.environment === tenant.environment;
  const booked = transactions.filter(
    ({ report }) => report.currency === currency && !states.unbooked.has(report.providerReference),
  );
  const kept = booked.filter(({ resolved }) => resolved.every(({ how }) => how !== "refund"));
  const paidIn = total(kept.filter(isTheirs).map(({ report }) => report));
  // What had named nobody until an operator gave it to this merchant.
  const foundlings = kept.filter(
    ({ tenant: named, resolved }) =>
      named === undefined && resolved.some(({ to }) => isTheirs({ tenant: to })),
  );
  const adopted = total(foundlings.map(({ report }) => report));
  const byOperator = new Set(
    booked.filter((one) => !kept.includes(one)).map(({ report }) => report.providerReference),
  );
  const theirsOf = (credits: typeof states.suspended) =>
    total(
      credits.filter(
        (credit) =>
          credit.merchant_id === tenant.merchantId &&
          credit.environment === tenant.environment &&
          credit.currency === currency &&
          !byOperator.has(credit.provider_reference),
      ),
    );
  const [suspended, sentBack] = [theirsOf(states.suspended), theirsOf(states.sentBack)];
  const received = { paidIn, adopted, suspended, sentBack };
  if (currency !== "NGN")
    return { ...received, paidOut: 0n, refunded: 0n, fees: 0n, vat: 0n, duty: 0n, reserved: 0n };

  const theirs = payouts.filter(isTheirs);
  const open = theirs.filter((payout) =>
    ["needs_destination", "awaiting_approval", "pending", "processing"].includes(historyOf(payout).at(-1)!),
  );
  const held = [...open, ...batches.filter(isTheirs).flatMap((batch) => batch.waiting)];
  const sent = theirs.filter((payout) => historyOf(payout).at(-1) === "succeeded");
  // A fee is kept when the money comes back, and paid once for one identifier.
  const charged = (kind: string) => sum(theirs.map((payout) => keptOf(payout, kind)));
  const checks = identities.filter((identity) => isTheirs(identity) && tenant.environment === "live");
  const checked = BigInt(checks.filter(({ responses }) => responses > 0).length);
  const waiting = checks.filter(({ record, responses }) => states.pending.has(record) && responses === 0);
  return {
    ...received,
    paidOut: total(sent),
    refunded: total(sent.filter(({ collection }) => collection !== undefined)),
    fees: charged("service") + IDENTITY_PRICE * checked,
    vat: charged("vat") + IDENTITY_VAT * checked,
    duty: charged("stamp_duty"),
    reserved:
      total(held) +
      sum(held.flatMap(({ fees }) => Object.values(fees).map(BigInt))) +
      (IDENTITY_PRICE + IDENTITY_VAT) * BigInt(waiting.length),
  };
}

type Amounts = readonly { amount: bigint }[];

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const total = (items: Amounts) => sum(items.map(({ amount }) => amount));
const largest = (items: Amounts) => items.reduce((most, { amount }) => (amount > most ? amount : most), 0n);
