import { expect } from "vitest";
import { z } from "zod";
import type { BalanceTransactionJson } from "../../sql/books/balance-transaction-json.ts";
import type { StatementJson } from "../../sql/books/statement-json.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Fees, World } from "./ledger-world.ts";
import { movementsOfBatch } from "./batch-rules.ts";
import { movementsOf, type Movement } from "./payout-rules.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

type Row = Omit<BalanceTransactionJson, "reference">;

const book = z.object({
  merchant_id: z.bigint(),
  environment: z.enum(["test", "live"]),
  currency: z.string(),
  available: z.bigint().transform(Number),
  reserved: z.bigint().transform(Number),
  last: z.bigint(),
  rows: z.array(z.custom<Row>()),
  whole: z.custom<StatementJson>(),
  before: z.custom<StatementJson>(),
  after: z.custom<StatementJson>(),
  at_cut: z.array(z.object({ currency: z.string() }).loose()),
});

type Book = z.infer<typeof book>;

/** What a live check takes, and gives back when nobody was checked. */
const checkFees: Readonly<Record<string, Fees>> = {
  identity_check: { service: 5_000, vat: 375 },
  identity_check_returned: { service: -5_000, vat: -375 },
};

/**
 * What merchants see of their books, to the kobo: the list of balance transactions, the statement of all days, and two
 * that meet where a day ends, which is that of the nth movement. Of those whose money moved since the last check.
 */
export async function expectBooks(world: World, nth: number): Promise<void> {
  const books = await readBooks(world, nth);
  const collected = await collectedMovements(world);
  for (const [, [first, ...more]] of Map.groupBy(books, (one) => `${one.merchant_id} ${one.environment}`)) {
    const own = [first!, ...more];
    const isTheirs = ({ tenant }: { tenant: Tenant }) =>
      tenant.merchantId === first!.merchant_id && tenant.environment === first!.environment;
    own.forEach(expectChain);
    own.forEach(expectStatements);
    const told = [
      ...world.batches.filter(isTheirs).flatMap(movementsOfBatch),
      ...collected.filter(isTheirs).map(({ movement }) => movement),
      ...world.payouts.filter(isTheirs).flatMap(movementsOf),
    ];
    const rows = own.flatMap((one) => one.rows);
    const [checks, others] = partition(rows, ({ kind }) => kind in checkFees);
    expect(others.map(lineOf).toSorted(), "each movement is listed, once").toEqual(
      told.map(toLine).toSorted(),
    );
    // How many there are follows from the balance.
    const paid = checks.map(({ source, kind }) => ({ source, kind, amount: 0, fees: checkFees[kind]! }));
    expect(checks.map(lineOf)).toEqual(paid.map(toLine));
  }
  world.checkedUntil = books.reduce((last, one) => (one.last > last ? one.last : last), world.checkedUntil);
}

async function readBooks({ database, tenants, checkedUntil }: World, nth: number): Promise<readonly Book[]> {
  const merchants = sql.array([...new Set(tenants.map(({ merchantId }) => merchantId))], "int8");
  return database.any(sql.type(book)`
    with chosen as materialized (
      select a.*, r.balance as reserved, p.*, lagos_day(p.present) as today, coalesce((
        select lagos_day(j.created_at) from ledger_entries e join ledger_journals j on j.id = e.journal_id
        where e.account_id = a.id and e.sequence = 1 + mod(${nth}, a.last_sequence)
      ), lagos_day(p.present)) as cut
      from ledger_accounts a
      join ledger_accounts r on (r.merchant_id, r.environment, r.currency, r.kind)
        = (a.merchant_id, a.environment, a.currency, 'reserved')
      cross join lateral present_books(a.merchant_id, a.environment, a.currency) p
      where a.merchant_id = any(${merchants}) and a.kind = 'available' and a.last_sequence > 0
        and exists (
          select from ledger_journals j
          where (j.merchant_id, j.environment) = (a.merchant_id, a.environment) and j.id > ${checkedUntil}
        )
    )
    select c.merchant_id, c.environment, c.currency, c.balance as available, c.reserved,
      (select max(id) from ledger_journals) as last,
      (
        select json_agg(l.item order by l.journal_id) from list_balance_transactions(
          c.merchant_id, c.environment, c.currency, null, null, null, null, null, null, null, 10000
        ) l
      ) as rows,
      statement_json(
        c.merchant_id, c.environment, c.currency, '2020-01-01', c.today, c.present, c.last_journal_id
      ) as whole,
      statement_json(
        c.merchant_id, c.environment, c.currency, '2020-01-01', c.cut - 1, c.present, c.last_journal_id
      ) as before,
      statement_json(
        c.merchant_id, c.environment, c.currency, c.cut, c.today, c.present, c.last_journal_id
      ) as after,
      balances_at(c.merchant_id, c.environment, start_of_lagos_day(c.cut)) as at_cut
    from chosen c`);
}

/** Numbered without a gap, each from where the one before it ended, up to the balance. */
function expectChain({ rows, available }: Book): void {
  let balance = 0;
  const chain = rows.map(({ amount, fees }, index) => {
    const net = amount.value - sum(fees.map((fee) => fee.amount.value));
    balance += net;
    return { sequence: index + 1, net, balanceAfter: balance };
  });
  const shown = rows.map(({ sequence, net, balanceAfter }) => ({
    sequence,
    net: net.value,
    balanceAfter: balanceAfter.value,
  }));
  expect(shown, "each movement follows from the one before it").toEqual(chain);
  expect(balance, "the movements end at the balance").toBe(available);
  const times = rows.map(({ createdAt }) => createdAt);
  expect(times, "time does not go back").toEqual(times.toSorted());
}

/** Statements sum what is listed; where one ends the next one begins, whichever day that is. */
function expectStatements({ rows, whole, before, after, available, reserved, currency, at_cut }: Book): void {
  const money = (value: number) => ({ value, currency });
  expect(whole.opening).toEqual({ available: money(0), reserved: money(0) });
  expect(whole.closing).toEqual({ available: money(available), reserved: money(reserved) });
  expect(before.opening).toEqual(whole.opening);
  expect(before.closing, "the next statement begins where this one ends").toEqual(after.opening);
  expect(after.closing).toEqual(whole.closing);
  expect(at_cut.find((balance) => balance.currency === currency)).toEqual({ currency, ...after.opening });
  for (const { from, to, opening, movements, total, closing } of [whole, before, after]) {
    const own = rows.filter(({ createdAt }) => lagosDay(createdAt) >= from && lagosDay(createdAt) <= to);
    const kinds = Map.groupBy(own, ({ kind }) => kind);
    expect(movements.map((of) => ({ kind: of.kind, ...subtotal([of]) }))).toEqual(
      [...kinds]
        .map(([kind, of]) => ({ kind, ...subtotal(of) }))
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    );
    expect(movements.map(({ count }) => count)).toEqual(movements.map(({ kind }) => kinds.get(kind)!.length));
    const earlier = movements.map(({ kind, datedEarlier: of }) => [kind, of && [of.count, subtotal([of])]]);
    expect(earlier, "what happened at the bank before the period is shown apart").toEqual(
      movements.map(({ kind }) => {
        const dated = kinds.get(kind)!.filter(({ occurredAt }) => lagosDay(occurredAt) < from);
        return [kind, dated.length === 0 ? undefined : [dated.length, subtotal(dated)]];
      }),
    );
    expect({ ...subtotal([total]), count: total.count }).toEqual({ ...subtotal(own), count: own.length });
    expect(opening.available.value + total.net.value, "it adds up").toBe(closing.available.value);
  }
}

type Sums = Pick<Row, "amount" | "fees" | "net">;

function subtotal(rows: readonly Sums[]) {
  const fees: Record<string, number> = {};
  for (const fee of rows.flatMap((row) => row.fees))
    fees[fee.kind] = (fees[fee.kind] ?? 0) + fee.amount.value;
  return {
    amount: sum(rows.map(({ amount }) => amount.value)),
    fees,
    net: sum(rows.map(({ net }) => net.value)),
  };
}

/** Each settled credit is a movement: of its collection, unless a person gave it to the merchant. */
async function collectedMovements({ database, transactions }: World) {
  const row = z.object({ provider_reference: z.string(), source: z.string() });
  const settled = await database.any(sql.type(row)`
    select cr.provider_reference, coalesce(c.reference, cr.reference) as source
    from credits cr left join collections c on c.id = cr.collection_id
    where cr.status = 'settled'
      and cr.provider_reference = any(${sql.array(
        transactions.map(({ report }) => report.providerReference),
        "text",
      )})`);
  const sources = new Map(settled.map((credit) => [credit.provider_reference, credit.source]));
  return transactions.flatMap(({ report, tenant: named, resolved: [byHand] }) => {
    const [source, tenant] = [sources.get(report.providerReference), named ?? byHand?.to];
    if (source === undefined || tenant === undefined) return [];
    const kind = byHand === undefined ? "collection" : "unmatched_accepted";
    const movement: Movement = { source, kind, amount: Number(report.amount), fees: {} };
    return [{ tenant, movement }];
  });
}

const toLine = (movement: Movement) => JSON.stringify(movement);

/** A row in the words of a Movement, to be compared. */
function lineOf({ source, kind, amount, fees: listed }: Row): string {
  const fees: Fees = Object.fromEntries(listed.map((fee) => [fee.kind, fee.amount.value]));
  return toLine({ source, kind, amount: amount.value, fees });
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
