import { expect } from "vitest";
import { z } from "zod";
import { sumBalanceDays } from "../../sql/books/balance-days.ts";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import {
  createFundedMerchant,
  fund,
  ledgerDrift,
  payIn,
  createVirtualAccount,
  payoutRequest,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const entry = z.object({
  sequence: z.bigint(),
  kind: z.string(),
  amount: z.bigint(),
  fee: z.bigint().nullable(),
  balance_after: z.bigint(),
  created_at: z.date(),
  occurred_at: z.date().nullable(),
});

const entriesOf = (database: Database, { merchantId, environment }: Tenant) =>
  database.any(sql.type(entry)`
    select e.sequence, e.kind, e.amount, e.fee, e.balance_after, j.created_at, j.occurred_at
    from ledger_entries e
    join ledger_accounts a on a.id = e.account_id
    join ledger_journals j on j.id = e.journal_id
    where (a.merchant_id, a.environment, a.kind) = (${merchantId}, ${environment}, 'available')
    order by e.journal_id`);

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

test("payouts at once are numbered without a gap, and one that is refused leaves none", async ({
  database,
}) => {
  const tenant = await createFundedMerchant(database, 15n * 101_000n);
  await resolveDestination(database, tenant);
  const decisions = await Promise.all(
    Array.from({ length: 20 }, () => acceptPayouts(database, [payoutRequest(tenant)])),
  );
  const accepted = decisions.flat().filter(({ outcome }) => outcome === "accepted").length;
  expect(accepted).toBe(15);

  // It fails after its journal, so that the whole transaction is rolled back.
  await run(
    database,
    sql.fragment`alter table payouts add constraint too_much check (amount <> 150) not valid`,
  );
  await expect(acceptPayouts(database, [payoutRequest(tenant, { amount: 150n })])).rejects.toThrow();
  await fund(database, tenant, 101_000n);
  await acceptPayouts(database, [payoutRequest(tenant)]);

  const entries = await entriesOf(database, tenant);
  expect(entries.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 18 }, (_, n) => BigInt(n + 1)),
  );
  expect(await ledgerDrift(database)).toEqual([]);
});

test("payouts of one call are numbered one by one, without those that it refuses", async ({ database }) => {
  const tenants = [
    await createFundedMerchant(database, 1_000n),
    await createFundedMerchant(database, 1_000n),
  ];
  for (const tenant of tenants) await resolveDestination(database, tenant);
  const amounts = [100n, 5_000n, 200n, 300n, 5_000n, 150n];
  const decisions = await acceptPayouts(
    database,
    amounts.flatMap((amount) => tenants.map((tenant) => payoutRequest(tenant, { amount }))),
  );
  expect(decisions.filter(({ outcome }) => outcome === "accepted")).toHaveLength(8);
  for (const tenant of tenants) {
    const entries = await entriesOf(database, tenant);
    expect(entries.map((one) => [one.sequence, one.amount, one.balance_after])).toEqual([
      [1n, 1_000n, 1_000n],
      [2n, -100n, 900n],
      [3n, -200n, 700n],
      [4n, -300n, 400n],
      [5n, -150n, 250n],
    ]);
  }
  expect(await ledgerDrift(database)).toEqual([]);
});

test("an entry is never older than the one before it, whatever the clock says", async ({ database }) => {
  const tenant = await createFundedMerchant(database, 500_000n);
  await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 2 * 24 * 60 });
  await fund(database, tenant, 1_000n);
  // As if the clock had been set back by a day.
  await run(
    database,
    sql.fragment`
      update ledger_accounts set last_moved_at = last_moved_at + interval '1 day'
      where merchant_id = ${tenant.merchantId} and kind = 'available' and currency = 'NGN'`,
  );
  await fund(database, tenant, 2_000n);
  await fund(database, tenant, 3_000n);

  const [first, second, third, fourth] = (await entriesOf(database, tenant)).map(({ created_at }) =>
    created_at.getTime(),
  );
  const hours = (later: number, earlier: number) => Math.round((later - earlier) / 3_600_000);
  expect(hours(second!, first!)).toBe(48);
  expect(hours(third!, second!)).toBe(24);
  expect(fourth).toBe(third);
});

test("money that came in bears the bank's time beside ours, unless that is later", async ({ database }) => {
  const tenant = await createFundedMerchant(database);
  const paidAt = new Date("2026-03-01T10:00:00Z");
  for (const time of [paidAt, new Date("2096-03-01T10:00:00Z"), undefined]) {
    const { reference } = await createVirtualAccount(database, tenant, 700n);
    await payIn(database, reference, 700n, { paidAt: time });
  }
  const times = (await entriesOf(database, tenant)).map(({ occurred_at }) => occurred_at);
  expect(times).toEqual([paidAt, null, null]);
});

const broken: [problem: string, statement: (tenant: Tenant) => ReturnType<typeof sql.fragment>][] = [
  [
    "the entries of an account are not in sequence",
    () => sql.fragment`update ledger_entries set sequence = 7 where sequence = 2 and kind is not null`,
  ],
  [
    "a running balance has a gap",
    () => sql.fragment`update ledger_entries set balance_after = 1 where sequence = 2 and kind is not null`,
  ],
  [
    "an account does not know its newest entry",
    () => sql.fragment`update ledger_accounts set last_sequence = 1 where last_sequence = 2`,
  ],
  ["the sums of days differ from the entries", () => sql.fragment`update balance_days set net = net + 1`],
  ["the sums of days differ from the entries", () => sql.fragment`update balance_days set count = count - 1`],
  [
    "an entry is older than the one before it",
    ({ merchantId }) => sql.fragment`
      update ledger_journals set created_at = created_at - interval '1 hour'
      where id = (select max(id) from ledger_journals where merchant_id = ${merchantId})`,
  ],
];

test.for(broken)("the control view finds it if %s", async ([problem, statement], { database }) => {
  const tenant = await createFundedMerchant(database, 500n);
  await fund(database, tenant, 300n);
  await sumBalanceDays(database);
  expect(await ledgerDrift(database)).toEqual([]);
  await run(database, sql.fragment`alter table ledger_entries disable trigger entries_are_append_only`);
  await run(database, sql.fragment`alter table ledger_journals disable trigger journals_are_append_only`);
  await run(database, statement(tenant));
  expect(await ledgerDrift(database)).toContainEqual(expect.objectContaining({ problem }));
});
