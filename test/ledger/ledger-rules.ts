import { expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Identity, Payout, Transaction, World } from "./ledger-world.ts";
import { expectUnmatchedTold } from "./unmatched-rules.ts";

/** What a live identity check costs with VAT, in kobo. */
const LIVE_IDENTITY_FEE = 5_375n;

/** What has to be true at every moment. */
export async function expectSoundBooks({ database }: World): Promise<void> {
  expect(await ledgerDrift(database)).toEqual([]);
  const unbalanced = await database.any(sql.type(z.object({ journal_id: z.bigint() }))`
    select journal_id from ledger_entries group by journal_id having sum(amount) <> 0`);
  expect(unbalanced).toEqual([]);
  const negative = await database.any(sql.type(z.object({ id: z.bigint() }))`
    select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.balance < 0 or e.balance_after < 0`);
  expect(negative).toEqual([]);
}

/** What has to be true of a world whose work is done, given what its commands noted. */
export async function expectRules(world: World): Promise<void> {
  await expectSoundBooks(world);
  await expectEachTransactionOnce(world);
  await expectCollectionsAsPaid(world);
  await expectUnmatchedTold(world);
  await expectPayoutsAsTold(world);
  await expectIdentitiesAsAnswered(world);
  await expectMoneyAccountedFor(world);
}

/** Every provider reference is one credit, booked once, that is worth something to its merchant once at most. */
async function expectEachTransactionOnce({ database, transactions }: World): Promise<void> {
  const row = z.object({ status: z.string(), journals: z.array(z.string()) });
  const check = async ({ report, ids, booked, resolved }: Transaction) => {
    const credits = await database.any(sql.type(row)`
      select status,
        array(select j.kind from ledger_journals j where j.subject = cr.reference order by j.id) as journals
      from credits cr
      where environment = ${report.environment} and provider_reference = ${report.providerReference}`);
    expect(credits).toHaveLength(1);
    expect(credits[0]).toEqual(expectedBooking({ ids, booked, resolved }, credits[0]!));
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
  { ids, booked, resolved }: Pick<Transaction, "ids" | "booked" | "resolved">,
  { status, journals }: { status: string; journals: string[] },
): { status: string; journals: string[] } {
  if (ids.length === 0) return { status: "confirming", journals: [] };
  if (resolved.length > 0) {
    const [how] = resolved.map((one) => one.how);
    return how === "release"
      ? { status: "settled", journals: ["credit_suspended", "credit_released"] }
      : { status: "refunded", journals: ["credit_suspended", "credit_refunded"] };
  }
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
  amount: z.bigint(),
  amount_received: z.bigint(),
  credits: z.array(
    z.object({
      amount: z.int().transform(BigInt),
      status: z.enum(["confirming", "settled", "suspended", "refunded"]),
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
});

/** A collection succeeds by what was paid for it, tells so once, and leaves nothing of it in suspense. */
async function expectCollectionsAsPaid({ database, tenants, transactions }: World): Promise<void> {
  const byHand = transactions.filter((transaction) => transaction.resolved.length > 0);
  const resolved = new Set(byHand.map(({ report }) => report.providerReference));
  const merchants = sql.array([...new Set(tenants.map(({ merchantId }) => merchantId))], "int8");
  const collections = await database.any(sql.type(collectionRow)`
    select c.status, c.late, c.amount, c.amount_received,
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
        where n.payment_link_id = l.id and n.status = 'succeeded') as link_successes
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
    // Those that an operator resolved say nothing of their collection any more, nor does what it received.
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
      if (collection.late) expect(received, "late money settles an exact total only").toBe(amount);
      else expect(received, "success is paid for").toBeGreaterThanOrEqual(amount);
      expect(total(inTime) - largest(inTime), "what was paid before did not do").toBeLessThan(amount);
    } else {
      expect(settled, "nothing is settled before success").toEqual([]);
      if (isUntouched) expect(total(own), "all that was received waits in suspense").toBe(received);
      if (link !== "paid") expect(total(inTime), "what was paid in time settles").toBeLessThan(amount);
    }
    if (account !== null && collection.is_newest)
      expect(account === "active", "an account is active while it is paid into").toBe(isOpen);
    if (!collection.is_newest) expect(isOpen, "one collection at a time").toBe(false);
    if (link !== null) expect(collection.link_successes).toBe(link === "paid" ? 1n : 0n);
    if (link === "paid") expect(isOpen, "a paid link ends its other attempts").toBe(false);
  }
}

/** A payout ends as its worker was told, once, and its merchant hears of exactly that. */
async function expectPayoutsAsTold({ database, payouts }: World): Promise<void> {
  const keys = payouts.map(({ tenant, key }) => `${tenant.merchantId} ${tenant.environment} ${key}`);
  expect(new Set(keys).size, "one payout for each key").toBe(keys.length);
  const row = z.object({ status: z.string(), events: z.array(z.string()) });
  const check = async (payout: Payout) => {
    const end = await database.one(sql.type(row)`
      select p.status, array(
        select e.type from events e
        where e.merchant_id = p.merchant_id and event_body(e)::json -> 'data' ->> 'reference' = p.reference
        order by e.id
      ) as events
      from payouts p where p.id = ${payout.id}`);
    expect(end).toEqual(expectedEnd(payout));
    expect(payout.overwritten, "a claim that was taken over decides nothing").toBe(0);
  };
  await Promise.all(payouts.map(check));
}

function expectedEnd({ sends, ends, cancellations }: Payout): { status: string; events: string[] } {
  expect([sends, cancellations]).toBeOneOf([
    [0, 0],
    [0, 1],
    [1, 0],
  ]);
  const told = ends.toSorted().join(" ");
  if (told === "")
    return { status: sends > 0 ? "processing" : cancellations > 0 ? "canceled" : "pending", events: [] };
  // A reversal that is heard of first says that there was a success.
  const events = ["payout.succeeded", ...(ends.includes("reversed") ? ["payout.reversed"] : [])];
  if (["succeeded", "reversed", "reversed succeeded"].includes(told))
    return { status: ends.includes("reversed") ? "reversed" : "succeeded", events };
  return { status: told, events: [`payout.${told}`] };
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

const booksRow = z.object({
  available: z.bigint(),
  reserved: z.bigint(),
  gateway: z.bigint(),
  fees: z.bigint(),
  suspense: z.bigint(),
  /** What the credits themselves say that waits. */
  suspended: z.bigint(),
});

/**
 * For each merchant, in the books and in the totals of its days: what was paid in = available + reserved + suspense +
 * paid out + fees. All but `available` comes from the commands' results, or for suspense from the credits, and not from
 * the ledger.
 */
async function expectMoneyAccountedFor(world: World): Promise<void> {
  const check = async (tenant: Tenant, currency: "NGN" | "USD") => {
    const { suspended, ...books } = await booksOf(world, tenant, currency);
    const { paidIn, adopted, paidOut, fees, reserved } = moneyTold(world, tenant, currency);
    expect(books, `${tenant.environment} ${currency}`).toEqual({
      available: paidIn + adopted - reserved - suspended - paidOut - fees,
      reserved,
      gateway: paidOut - paidIn,
      fees,
      suspense: suspended - adopted,
    });
    expect(await totalsOf(world, tenant, currency), "what the days add up to").toEqual({
      received: paidIn + adopted - suspended,
      sent: paidOut,
    });
  };
  await Promise.all(world.tenants.flatMap((tenant) => [check(tenant, "NGN"), check(tenant, "USD")]));
}

/** What a merchant's journals add up to. */
async function booksOf({ database }: World, { merchantId, environment }: Tenant, currency: string) {
  return database.one(sql.type(booksRow)`
    select
      coalesce(sum(e.amount) filter (where a.kind = 'available'), 0)::bigint as available,
      coalesce(sum(e.amount) filter (where a.kind = 'reserved'), 0)::bigint as reserved,
      coalesce(sum(e.amount) filter (where a.kind = 'gateway' or a.kind like 'float%'), 0)::bigint as gateway,
      coalesce(sum(e.amount) filter (
        where a.kind in ('fees', 'vat_payable', 'stamp_duty_payable')
      ), 0)::bigint as fees,
      coalesce(sum(e.amount) filter (where a.kind = 'suspense'), 0)::bigint as suspense,
      (
        select coalesce(sum(cr.amount), 0)::bigint from credits cr
        where cr.merchant_id = ${merchantId} and cr.environment = ${environment} and cr.currency = ${currency}
          and cr.status = 'suspended'
      ) as suspended
    from ledger_journals j
    join ledger_entries e on e.journal_id = j.id
    join ledger_accounts a on a.id = e.account_id
    where j.merchant_id = ${merchantId} and j.environment = ${environment} and j.currency = ${currency}`);
}

/** What a merchant's daily totals add up to; `sent` without what came back. */
async function totalsOf({ database }: World, { merchantId, environment }: Tenant, currency: string) {
  return database.one(sql.type(z.object({ received: z.bigint(), sent: z.bigint() }))`
    select coalesce(sum(received), 0)::bigint as received, coalesce(sum(sent - returned), 0)::bigint as sent
    from daily_totals
    where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency}`);
}

/** What should have become of a merchant's money, by what commands were told. */
function moneyTold({ transactions, payouts, identities }: World, tenant: Tenant, currency: string) {
  const isTheirs = ({ tenant: other }: { tenant: Tenant | undefined }) =>
    other?.merchantId === tenant.merchantId && other.environment === tenant.environment;
  const received = transactions.filter((of) => of.report.currency === currency && of.ids.length > 0);
  const kept = received.filter(({ resolved }) => resolved.every(({ how }) => how === "release"));
  const paidIn = total(kept.filter(isTheirs).map(({ report }) => report));
  // What had named nobody until an operator gave it to this merchant.
  const foundlings = kept.filter(
    ({ tenant: named, resolved }) =>
      named === undefined && resolved.some(({ to }) => isTheirs({ tenant: to })),
  );
  const adopted = total(foundlings.map(({ report }) => report));
  if (currency !== "NGN") return { paidIn, adopted, paidOut: 0n, fees: 0n, reserved: 0n };

  const theirs = payouts.filter(isTheirs);
  const open = theirs.filter(({ ends, cancellations }) => ends.length + cancellations === 0);
  const sent = theirs.filter(({ ends }) => ends.includes("succeeded") || ends.includes("reversed"));
  const checked = identities.filter((identity) => isTheirs(identity) && identity.responses > 0);
  const identityFee = tenant.environment === "live" ? LIVE_IDENTITY_FEE : 0n;
  return {
    paidIn,
    adopted,
    paidOut: total(sent.filter(({ ends }) => !ends.includes("reversed"))),
    // A fee is kept when the money comes back, and paid once for one identifier.
    fees: sum(sent.map(({ fee }) => fee)) + identityFee * BigInt(checked.length),
    reserved: total(open) + sum(open.map(({ fee }) => fee)),
  };
}

type Amounts = readonly { amount: bigint }[];

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const total = (items: Amounts) => sum(items.map(({ amount }) => amount));
const largest = (items: Amounts) => items.reduce((most, { amount }) => (amount > most ? amount : most), 0n);
