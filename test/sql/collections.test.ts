import { describe, expect } from "vitest";
import { z } from "zod";
import { readCredit, settleCredit, simulateCollectionSuccess } from "../../sql/queries/credits.ts";
import { findByReference } from "../../sql/queries/pages.ts";
import {
  activateVirtualAccount,
  failVirtualAccount,
  readVirtualAccount,
  requestVirtualAccount,
} from "../../sql/queries/virtual-accounts.ts";
import { reconcile } from "../../sql/queries/workers.ts";
import { sql } from "../../sql/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  createVirtualAccount,
  eventTypes,
  ledgerDrift,
  queuedJobs,
  recordSimulatedCredit,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const minted = {
  bankCode: "000",
  bankName: "Sandbox Bank",
  accountNumber: "7100000001",
  accountName: "KADUNA BOOKS",
};
const request = { customerEmail: "payer@example.com", amount: 250_000n, expiresInMinutes: 30 };

describe("a virtual account", () => {
  test("is seen by nobody until it is minted, and opens one collection", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestVirtualAccount(database, tenant, request);
    expect(await readVirtualAccount(database, id)).toBeNull();
    expect(await queuedJobs(database)).toEqual([
      { task: "mint_virtual_account", key: `mint_virtual_account:${id}` },
    ]);

    const activations = await Promise.all(
      Array.from({ length: 4 }, () => activateVirtualAccount(database, id, minted)),
    );
    expect(activations.filter(Boolean)).toHaveLength(1);
    expect((await readVirtualAccount(database, id))?.json).toMatchObject({
      status: "active",
      accountNumber: "7100000001",
      amount: { value: 250_000, currency: "NGN" },
      collection: { status: "awaiting_payment" },
    });
    const collections = await database.oneFirst(
      sql.type(z.object({ n: z.bigint() }))`select count(*) n from collections`,
    );
    expect(collections).toBe(1n);
  });

  test("that could not be minted is answered as failed and never listed", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestVirtualAccount(database, tenant, request);
    await failVirtualAccount(database, id);
    expect(await readVirtualAccount(database, id)).toEqual({ json: null });
    expect(await activateVirtualAccount(database, id, minted)).toBe(false);
  });

  test("expires with its collection when its time is over, and tells so once", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    await createVirtualAccount(database, tenant, 1_000n);
    await database.query(sql.type(z.object({}))`
      update virtual_accounts set expires_at = now() where reference = ${account.reference}`);
    await reconcile(database);
    await reconcile(database);
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "expired",
      collection: { status: "expired" },
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.expired"]);
    expect((await simulateCollectionSuccess(database, tenant.merchantId, account.reference)).outcome).toBe(
      "expired",
    );
  });
});

describe("a credit", () => {
  test("of the expected amount settles the collection once, however often it is settled", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { account, creditId } = await recordSimulatedCredit(database, tenant, 250_000n);
    expect(await readCredit(database, creditId)).toBeNull();

    const results = await Promise.all(Array.from({ length: 8 }, () => settleCredit(database, creditId)));

    expect(new Set(results)).toEqual(new Set(["settled"]));
    expect(await balancesOf(database, tenant)).toEqual({ available: 250_000, reserved: 0 });
    expect(
      await findByReference(database, "collections", tenant, account.collection.reference),
    ).toMatchObject({
      status: "succeeded",
      amountReceived: { value: 250_000, currency: "NGN" },
      variance: "exact",
      late: false,
    });
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "closed",
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("I16 of twenty simultaneous simulations one is recorded", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    const simulations = await Promise.all(
      Array.from({ length: 20 }, () =>
        simulateCollectionSuccess(database, tenant.merchantId, account.reference),
      ),
    );
    const outcomes = simulations.map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual([...Array(19).fill("already_settled"), "simulated"]);
    const credits = await database.oneFirst(
      sql.type(z.object({ n: z.bigint() }))`select count(*) n from credits`,
    );
    expect(credits).toBe(1n);
  });

  test("that fits nothing is booked in suspense, named there, and credited to nobody", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { account, creditId } = await recordSimulatedCredit(database, tenant, 250_000n);
    await database.query(
      sql.type(z.object({}))`update credits set amount = amount - 1 where id = ${creditId}`,
    );
    expect(await settleCredit(database, creditId)).toBe("suspended");
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    const suspense = await database.any(sql.type(z.object({ collection: z.string(), amount: z.bigint() }))`
      select collection, amount from open_suspense`);
    expect(suspense).toEqual([{ collection: account.collection.reference, amount: 249_999n }]);
    const booked = await database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
      select balance from ledger_balances where kind = 'suspense' and environment = 'test' and currency = 'NGN'`);
    expect(booked).toBe(249_999n);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("T02 is simulated by the account's own merchant only, and for test accounts only", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    const live = await createVirtualAccount(database, { ...tenant, environment: "live" }, 250_000n);
    const outcome = async (merchantId: bigint, reference: string) =>
      (await simulateCollectionSuccess(database, merchantId, reference)).outcome;
    expect(await outcome(stranger.merchantId, account.reference)).toBe("not_found");
    expect(await outcome(tenant.merchantId, live.reference)).toBe("not_found");
    expect(await outcome(tenant.merchantId, account.reference)).toBe("simulated");
  });
});
