import { describe, expect } from "vitest";
import { z } from "zod";
import { acceptCredit, settleCredit } from "../../sql/collections/credits/credits.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createFundedMerchant, createVirtualAccount } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { newestCredit } from "./create-unmatched-credit.ts";
import { books, setUp, simulate, type SimulatedPayment } from "./pay-collection.ts";

describe("a credit", () => {
  test("of twenty simultaneous simulations one is recorded", async ({ database }) => {
    const { tenant, account } = await setUp(database);
    const simulations = await Promise.all(
      Array.from({ length: 20 }, () => simulate(database, tenant, account.reference)),
    );
    const outcomes = simulations.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual([...Array(19).fill("already_settled"), "simulated"]);
    const credits = await database.oneFirst(
      sql.type(z.object({ n: z.bigint() }))`select count(*) n from credits`,
    );
    expect(credits).toBe(1n);
  });

  test("is simulated by the account's own merchant only, and for test accounts only", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    const live = await createVirtualAccount(database, { ...tenant, environment: "live" }, 250_000n);
    const outcome = async (owner: Tenant, reference: string) =>
      (await simulate(database, owner, reference)).outcome;
    expect(await outcome(stranger, account.reference)).toBe("not_found");
    expect(await outcome(tenant, live.reference)).toBe("not_found");
    expect(await outcome(tenant, account.reference)).toBe("simulated");
  });
});

describe("a simulated payer", () => {
  test("pays what is still due by default, and late when asked to", async ({ database }) => {
    const { tenant, account, show } = await setUp(database);
    const settle = async (payment: SimulatedPayment) => {
      const { outcome, creditId: id } = await simulate(database, tenant, account.reference, payment);
      return id === null ? outcome : settleCredit(database, { creditId: id });
    };
    expect(await settle({ amount: 300n, senderName: "ADAEZE" })).toBe("suspended");
    expect(await settle({ late: true })).toBe("settled");
    expect(await show()).toMatchObject({
      status: "succeeded",
      late: true,
      amountReceived: { value: 1_000 },
      payer: { name: "KEMI AMINA UDOH", bankName: "Guaranty Trust Bank", accountNumber: "0123456789" },
    });
    expect(await settle({})).toBe("already_settled");
    expect(await settle({ amount: 5n, late: true })).toBe("already_settled");
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });

  test("pays twice when asked to: the second time is held, the whole amount unless another is given", async ({
    database,
  }) => {
    const { tenant, account, show } = await setUp(database);
    const settle = async (payment: SimulatedPayment) => {
      const { outcome, creditId: id } = await simulate(database, tenant, account.reference, payment);
      return id === null ? outcome : settleCredit(database, { creditId: id });
    };
    expect(await settle({ amount: 300n, again: true })).toBe("suspended");
    expect(await settle({ again: true })).toBe("settled");
    expect(await settle({})).toBe("already_settled");
    expect(await settle({ again: true })).toBe("suspended");
    expect(await settle({ amount: 5n, again: true })).toBe("suspended");
    expect(await show()).toMatchObject({
      status: "succeeded",
      amountReceived: { value: 1_000 },
      unmatched: { count: 2, amount: { value: 1_005 }, reason: "closed" },
    });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 1_005 });
  });

  test("pays again what the merchant accepted as another collection", async ({ database }) => {
    const { tenant, account } = await setUp(database);
    const pay = async () => {
      const { outcome, creditId: id } = await simulate(database, tenant, account.reference, {
        amount: 300n,
        late: true,
        duplicate: true,
      });
      return id === null ? outcome : settleCredit(database, { creditId: id });
    };
    expect(await pay()).toBe("suspended");
    const reference = await newestCredit(database, tenant);
    expect((await acceptCredit(database, { tenant, reference, ...asOperator })).outcome).toBe("accepted");
    expect(await pay()).toBe("suspended");
    expect(await books(database, tenant)).toEqual({ available: 300, suspense: 300 });
  });

  test("pays a collection a thousand times at most, which bounds what one more costs", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    await database.query(sql.type(z.object({}))`
      insert into credits (
        reference, merchant_id, environment, collection_id, provider_reference, amount, currency, status
      )
      select 'crd_' || n, c.merchant_id, 'test', c.id, 'sandbox:' || c.reference || ':' || n, 1, 'NGN', 'suspended'
      from collections c, generate_series(1, 999) n`);
    const pay = async () => (await simulate(database, tenant, account.reference, { amount: 1n })).outcome;
    expect([await pay(), await pay()]).toEqual(["simulated", "too_many"]);
  });
});
