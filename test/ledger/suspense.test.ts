import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  createVirtualAccount,
  ledgerDrift,
  payIn,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const status = z.object({ status: z.string() });

const resolve = (database: Database, credit: string, resolution: string, merchant: string | null = null) =>
  database.oneFirst(sql.type(status)`
    select status from resolve_suspended_credit(${credit}, ${resolution}, ${merchant}, null)`);

const openCredits = (database: Database) =>
  database.anyFirst(sql.type(z.object({ credit: z.string() }))`select credit from open_suspense`);

const suspenseBalance = (database: Database) =>
  database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_balances where kind = 'suspense' and environment = 'test' and currency = 'NGN'`);

describe("an operator", () => {
  test("releases money in suspense to its merchant, once", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const { reference } = await createVirtualAccount(database, tenant, 1_000n);
    await payIn(database, reference, 1_000n);
    await payIn(database, reference, 300n);
    const [credit] = await openCredits(database);
    expect(await resolve(database, credit!, "release")).toBe("settled");
    await expect(resolve(database, credit!, "release")).rejects.toMatchObject({ code: "PB006" });
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_300, reserved: 0 });
    expect(await suspenseBalance(database)).toBe(0n);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("books a refund, which no longer counts towards the collection", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { reference } = await createVirtualAccount(database, tenant, 1_000n);
    await payIn(database, reference, 600n);
    const [credit] = await openCredits(database);
    await expect(resolve(database, credit!, "refund")).rejects.toMatchObject({ code: "PB006" });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    expect(await resolve(database, credit!, "refund")).toBe("refunded");
    expect(await payIn(database, reference, 400n)).toBe("suspended");
    expect(await payIn(database, reference, 600n)).toBe("settled");
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });
    expect(await suspenseBalance(database)).toBe(0n);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("assigns money of an unknown recipient to a merchant", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    await payIn(database, "9012345678", 500n);
    const [credit] = await openCredits(database);
    await expect(resolve(database, credit!, "release")).rejects.toMatchObject({ code: "PB006" });
    await expect(resolve(database, credit!, "keep", "mer_x")).rejects.toMatchObject({ code: "PB006" });
    const merchant = await merchantOf(database, tenant);
    expect(await resolve(database, credit!, "release", merchant)).toBe("settled");
    expect(await balancesOf(database, tenant)).toEqual({ available: 500, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("resolves what is no part of its collection at any time, which leaves the collection as it was", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { reference } = await createVirtualAccount(database, tenant, 1_000n);
    await payIn(database, reference, 600n);
    await database.query(sql.type(z.object({}))`
      select record_credit('test', ${reference}, 'dollars', 7, 'USD', null)`);
    await database.query(sql.type(z.object({}))`select settle_credit(max(id)) from credits`);
    const actions = await database.any(
      sql.type(z.object({ credit: z.string(), currency: z.string(), action: z.string() }))`
        select credit, currency, action from list_suspense() order by currency`,
    );
    expect(actions.map(({ currency, action }) => [currency, action])).toEqual([
      ["NGN", "wait"],
      ["USD", "release or refund"],
    ]);
    expect(await resolve(database, actions[1]!.credit, "refund")).toBe("refunded");
    expect(await payIn(database, reference, 400n)).toBe("settled");
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000, reserved: 0 });

    // One that failed has received nothing, so nothing can be taken off.
    const failed = await createVirtualAccount(database, tenant, 1_000n);
    await database.query(sql.type(z.object({}))`
      update collections set status = 'failed' where reference = ${failed.collection.reference}`);
    expect(await payIn(database, failed.reference, 1_000n)).toBe("suspended");
    expect(await resolve(database, (await openCredits(database))[0]!, "refund")).toBe("refunded");
    expect(await suspenseBalance(database)).toBe(0n);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
