import { describe, expect } from "vitest";
import { z } from "zod";
import { sumBalanceDays } from "../../sql/books/balance-days.ts";
import type { BalanceTransactionJson } from "../../sql/books/balance-transaction-json.ts";
import { findBalanceTransactions } from "../../sql/books/balance-transactions.ts";
import type { StatementJson } from "../../sql/books/statement-json.ts";
import { findStatement, readPresent } from "../../sql/books/statements.ts";
import { advanceTestClock, readTestClock } from "../../sql/clock/test-clock.ts";
import { findBalancesAt } from "../../sql/ledger/balances.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  fund,
  ledgerDrift,
  payIn,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

const DAY_MS = 86_400_000;

const presentOf = (database: Database, tenant: Tenant) => readPresent(database, { tenant, currency: "NGN" });

async function statementOf(
  database: Database,
  tenant: Tenant,
  from: string,
  to: string,
): Promise<StatementJson> {
  const present = await presentOf(database, tenant);
  return findStatement(database, { tenant, currency: "NGN", from, to, ...present });
}

/** A merchant's movements, the oldest first. */
async function movementsOf(database: Database, tenant: Tenant): Promise<BalanceTransactionJson[]> {
  const page = { limit: 10_000, after: null };
  const { items } = await findBalanceTransactions(database, testEncryptionKeys, tenant, page);
  return items.toReversed();
}

const sumOf = (rows: readonly { net: { value: number } }[]) =>
  rows.reduce((sum, { net }) => sum + net.value, 0);

describe("a statement", () => {
  test("is what its days' movements add up to, and the next one begins where it ends, for any cut", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 500_000n);
    const { merchantId } = tenant;
    const first = lagosDay((await readTestClock(database, { merchantId })).now);
    // Some 18 hours between movements cross midnight in Lagos at any time; sums are made now and then.
    for (let n = 0; n < 12; n += 1) {
      await advanceTestClock(database, { merchantId, minutes: 17 * 60 + 50 });
      await resolveDestination(database, tenant);
      const [{ reference }] = await Promise.all([
        createPayout(database, tenant, { amount: 1_000n }),
        createPayout(database, tenant, { amount: 2_000n }),
        fund(database, tenant, 300n),
        presentOf(database, tenant),
      ]);
      if (n % 3 === 0) await cancelPayout(database, { tenant, reference, ...asOperator });
      if (n === 4 || n === 9) expect(await sumBalanceDays(database)).toBeGreaterThan(0);
    }
    const today = lagosDay((await readTestClock(database, { merchantId })).now);
    const rows = await movementsOf(database, tenant);
    const length = (Date.parse(today) - Date.parse(first)) / DAY_MS;
    expect(length).toBeGreaterThanOrEqual(8);

    const whole = await statementOf(database, tenant, first, today);
    expect(whole.opening).toEqual({ available: money(0), reserved: money(0) });
    const { available, reserved } = await balancesOf(database, tenant);
    expect(whole.closing).toEqual({ available: money(available!), reserved: money(reserved!) });
    expect(whole).toMatchObject({ complete: false, total: { count: rows.length, net: money(sumOf(rows)) } });

    for (let cut = 0; cut < length; cut += 1) {
      const before = await statementOf(database, tenant, first, lagosDay(`${first}T00:00:00Z`, cut));
      const after = await statementOf(database, tenant, lagosDay(`${first}T00:00:00Z`, cut + 1), today);
      expect(before).toMatchObject({ complete: true, opening: whole.opening, closing: after.opening });
      expect(after.closing).toEqual(whole.closing);
      for (const statement of [before, after]) {
        const { from, to, opening, movements, total, closing } = statement;
        const own = rows.filter(
          ({ createdAt }) => lagosDay(createdAt) >= from! && lagosDay(createdAt) <= to!,
        );
        expect(closing.available.value - opening.available.value).toBe(sumOf(own));
        expect(total).toMatchObject({ count: own.length, net: money(sumOf(own)) });
        const byKind = Map.groupBy(own, ({ kind }) => kind);
        expect(movements.map(({ kind, count, net }) => [kind, count, net.value])).toEqual(
          [...byKind].map(([kind, of]) => [kind, of.length, sumOf(of)]).toSorted(),
        );
      }
      const at = await findBalancesAt(database, { tenant, at: `${after.from}T00:00:00+01:00` });
      expect(at).toContainEqual({ currency: "NGN", ...after.opening });
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("waits for movements under way, whose time is before its own", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 500n);
    const today = lagosDay();
    const credit = { kind: "credit_settled", subject: "crd", environment: "test", currency: "NGN" };
    const movement = { ...credit, merchant_id: Number(tenant.merchantId), available: 70, gateway: -70 };
    const statement = await whileLocked(
      database,
      (transaction) =>
        transaction.query(sql.type(z.object({}))`
          select post_journals(array[jsonb_populate_record(null::ledger_movement, ${sql.jsonb(movement)})])`),
      () => statementOf(database, tenant, today, today),
    );
    expect(statement.closing.available).toEqual(money(570));
  });

  test("is of its moment, whatever was booked and summed since", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 500n);
    const present = await presentOf(database, tenant);
    const day = lagosDay(present.present);
    const statement = () =>
      findStatement(database, { tenant, currency: "NGN", from: day, to: day, ...present });
    const issued = await statement();
    await fund(database, tenant, 300n);
    expect(await statement()).toEqual(issued);
    expect(await sumBalanceDays(database)).toBe(2);
    expect(await statement()).toEqual(issued);
    expect(issued.closing.available).toEqual(money(500));
    expect((await statementOf(database, tenant, day, day)).closing.available).toEqual(money(800));
  });

  test("shows apart what happened at the bank before its period, summed or not", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const today = lagosDay();
    for (const [amount, days] of [
      [100n, 0],
      [200n, 1],
      [400n, 9],
    ] as const) {
      const { reference } = await createVirtualAccount(database, tenant, amount);
      await payIn(database, reference, amount, { paidAt: new Date(Date.now() - days * DAY_MS) });
    }
    for (const summed of [0, 3]) {
      if (summed > 0) expect(await sumBalanceDays(database)).toBe(summed);
      const earlier = async (from: string) => {
        const [movement] = (await statementOf(database, tenant, from, today)).movements;
        expect(movement).toMatchObject({ kind: "collection", count: 3, net: money(700) });
        return movement!.datedEarlier && [movement!.datedEarlier.count, movement!.datedEarlier.net.value];
      };
      expect(await earlier(today)).toEqual([2, 600]);
      expect(await earlier(lagosDay(new Date(), -1))).toEqual([1, 400]);
      expect(await earlier(lagosDay(new Date(), -9))).toBeUndefined();
    }
  });

  test("of a merchant without movements or such a currency is of zeros", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const present = await readPresent(database, { tenant, currency: "USD" });
    const statement = { tenant, currency: "USD", from: "2026-01-01", to: "2026-01-31", ...present };
    expect(await findStatement(database, statement)).toMatchObject({
      movements: [],
      total: { count: 0, net: { value: 0, currency: "USD" } },
      closing: { available: { value: 0, currency: "USD" } },
    });
  });
});

test("sums are made in batches, of every account, and once by many at a time", async ({ database }) => {
  const tenants = [await createFundedMerchant(database, 500n), await createFundedMerchant(database, 600n)];
  for (const tenant of tenants) for (let n = 0; n < 4; n += 1) await fund(database, tenant, 10n);
  expect(await sumBalanceDays(database, { most: 3 })).toBe(3);
  expect(await ledgerDrift(database)).toEqual([]);
  const made: number[] = [];
  const sum = async (connection: Connection) => made.push(await sumBalanceDays(connection));
  await whileLocked(database, sum, () => sum(database));
  expect(made).toEqual([7, 0]);
  expect(await sumBalanceDays(database)).toBe(0);
  expect(await ledgerDrift(database)).toEqual([]);
});

const money = (value: number) => ({ value, currency: "NGN" });
