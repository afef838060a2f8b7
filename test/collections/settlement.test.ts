import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { openCollection } from "../../sql/queries/collections.ts";
import {
  readCredit,
  recordCredit,
  settleCredit,
  simulateCollectionSuccess,
  type SimulatedPayment,
} from "../../sql/queries/credits.ts";
import { findByReference } from "../../sql/queries/pages.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { advanceTestClock } from "../../sql/queries/test-clock.ts";
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
  payIn,
  plainPayment,
  queuedJobs,
  recordSimulatedCredit,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const provisioned = {
  bankCode: "000",
  bankName: "Sandbox Bank",
  accountNumber: "7100000001",
  accountName: "KADUNA BOOKS",
};
const request = { customerEmail: "payer@example.com", amount: 250_000n, expiresInMinutes: 30 };
const DAY_IN_MINUTES = 24 * 60;

const simulate = (
  database: Database,
  tenant: Tenant,
  virtualAccount: string,
  payment: Partial<SimulatedPayment> = {},
) => simulateCollectionSuccess(database, tenant.merchantId, { ...plainPayment, ...payment, virtualAccount });

/** The books of one merchant with one collection: what is available, and what waits in suspense. */
async function books(database: Database, tenant: Tenant) {
  const suspense = await database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_balances where kind = 'suspense' and environment = ${tenant.environment} and currency = 'NGN'`);
  expect(await ledgerDrift(database)).toEqual([]);
  return { available: (await balancesOf(database, tenant)).available, suspense: Number(suspense) };
}

/** Lets an account's time, and its collection's, have ended so many minutes ago, unnoticed by any sweep. */
async function endTime(database: Database, account: string, minutesAgo = 0): Promise<void> {
  await database.query(sql.type(z.object({}))`
    with ended as (
      update virtual_accounts set expires_at = now() - make_interval(mins => ${minutesAgo})
      where reference = ${account} returning id, expires_at
    )
    update collections c set expires_at = ended.expires_at from ended where c.virtual_account_id = ended.id`);
}

async function setUp(database: Database) {
  const tenant = await createFundedMerchant(database);
  const account = await createVirtualAccount(database, tenant, 1_000n);
  const show = () =>
    findByReference(database, "collections", tenant, account.collection.reference) as Promise<object>;
  const pay = (amount: bigint, reported = {}) => payIn(database, account.reference, amount, reported);
  return { tenant, account, show, pay, events: () => eventTypes(database, tenant) };
}

describe("a virtual account", () => {
  test("is hidden until it is provisioned, and opens one collection", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestVirtualAccount(database, tenant, request);
    expect(await readVirtualAccount(database, id)).toBeNull();
    expect(await queuedJobs(database)).toEqual([
      { task: "provision_virtual_account", key: `provision_virtual_account:${id}` },
    ]);

    const activations = await Promise.all(
      Array.from({ length: 4 }, () => activateVirtualAccount(database, id, provisioned)),
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

  test("that could not be provisioned is failed and never listed", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestVirtualAccount(database, tenant, request);
    await failVirtualAccount(database, id);
    expect(await readVirtualAccount(database, id)).toEqual({ json: null });
    expect(await activateVirtualAccount(database, id, provisioned)).toBe(false);
  });

  test("expires with its collection when its time is over, with one event", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    await createVirtualAccount(database, tenant, 1_000n);
    await endTime(database, account.reference);
    await reconcile(database);
    await reconcile(database);
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "expired",
      collection: { status: "expired" },
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.expired"]);
    expect((await simulate(database, tenant, account.reference)).outcome).toBe("expired");
  });

  test("whose payer paid in time does not expire before the credit is settled, however late the sweep", async ({
    database,
  }) => {
    const { tenant, account, show, events } = await setUp(database);
    const { credit_id: creditId } = await simulate(database, tenant, account.reference);
    await endTime(database, account.reference, 60);
    await database.query(sql.type(z.object({}))`
      update credits set received_at = now() - interval '2 hours'`);
    await reconcile(database);
    expect(await events()).toEqual([]);
    expect(await settleCredit(database, creditId!)).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: false });
    expect(await events()).toEqual(["collection.success"]);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });
});

describe("a further collection on a virtual account", () => {
  test("opens when the last one is final, for the account's first duration, and settles by itself", async ({
    database,
  }) => {
    const { tenant, account, pay } = await setUp(database);
    expect(await openCollection(database, tenant, account.reference, 700n)).toMatchObject({
      outcome: "still_open",
    });
    await pay(1_000n);

    const openings = await Promise.all(
      Array.from({ length: 4 }, () => openCollection(database, tenant, account.reference, 700n)),
    );
    expect(openings.map(({ outcome }) => outcome).sort()).toEqual([
      "opened",
      "still_open",
      "still_open",
      "still_open",
    ]);
    const opened = openings.find(({ outcome }) => outcome === "opened")!.collection;
    expect(opened).toMatchObject({
      status: "awaiting_payment",
      amount: { value: 700, currency: "NGN" },
      virtualAccount: account.reference,
    });
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "active",
      amount: { value: 700, currency: "NGN" },
    });
    expect(await pay(700n)).toBe("settled");
    expect(await books(database, tenant)).toEqual({ available: 1_700, suspense: 0 });
  });

  test("keeps its account when money for the previous one settles after it was opened", async ({
    database,
  }) => {
    const { tenant, account, show } = await setUp(database);
    await advanceTestClock(database, tenant.merchantId, 31);
    const late = await recordCredit(database, {
      environment: "test",
      recipient: account.reference,
      providerReference: "late",
      amount: 1_000n,
      currency: "NGN",
      payer: null,
      confirmed: true,
    });
    expect((await openCollection(database, tenant, account.reference, 700n)).outcome).toBe("opened");
    expect(await settleCredit(database, late!)).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: true });
    expect(await findByReference(database, "virtual_accounts", tenant, account.reference)).toMatchObject({
      status: "active",
      collection: { status: "awaiting_payment" },
    });
    expect((await openCollection(database, tenant, account.reference, 700n)).outcome).toBe("still_open");
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });

  test("is not opened on another tenant's account", async ({ database }) => {
    const { tenant, account, pay } = await setUp(database);
    const stranger = await createFundedMerchant(database);
    await pay(1_000n);
    for (const other of [stranger, { ...tenant, environment: "live" as const }]) {
      expect(await openCollection(database, other, account.reference, 700n)).toEqual({
        outcome: "not_found",
        collection: null,
      });
    }
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

  test("that is short makes the collection underpaid, waits in suspense, and is completed by a top-up", async ({
    database,
  }) => {
    const { tenant, show, pay, events } = await setUp(database);
    expect(await pay(400n)).toBe("suspended");
    expect(await show()).toMatchObject({
      status: "underpaid",
      amountReceived: { value: 400 },
      variance: "under",
    });
    expect(await books(database, tenant)).toEqual({ available: 0, suspense: 400 });

    expect(await pay(100n)).toBe("suspended");
    expect(await pay(500n)).toBe("settled");
    expect(await show()).toMatchObject({
      status: "succeeded",
      amountReceived: { value: 1_000 },
      variance: "exact",
    });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
    expect(await events()).toEqual(["collection.underpaid", "collection.underpaid", "collection.success"]);
  });

  test("that is over settles with all of it", async ({ database }) => {
    const { tenant, show, pay } = await setUp(database);
    await pay(400n);
    expect(await pay(900n)).toBe("settled");
    expect(await show()).toMatchObject({
      status: "succeeded",
      amountReceived: { value: 1_300 },
      variance: "over",
    });
    expect(await books(database, tenant)).toEqual({ available: 1_300, suspense: 0 });
  });

  test("after success waits in suspense and changes nothing", async ({ database }) => {
    const { tenant, account, show, pay, events } = await setUp(database);
    await pay(1_000n);
    const before = await show();
    expect(await pay(1_000n)).toBe("suspended");
    expect(await show()).toEqual(before);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 1_000 });
    expect(await events()).toEqual(["collection.success"]);
    const open = z.object({ collection: z.string().nullable(), amount: z.bigint(), merchant: z.string() });
    expect(
      await database.any(sql.type(open)`select collection, amount, merchant from open_suspense`),
    ).toMatchObject([{ collection: account.collection.reference, amount: 1_000n }]);
  });

  test("after expiry settles late where it makes the total exact within a day, and waits otherwise", async ({
    database,
  }) => {
    const { tenant, show, pay, events } = await setUp(database);
    await pay(400n);
    await advanceTestClock(database, tenant.merchantId, 31);
    expect(await show()).toMatchObject({ status: "expired", amountReceived: { value: 400 } });
    expect(await pay(100n)).toBe("suspended");
    expect(await show()).toMatchObject({ status: "expired", amountReceived: { value: 500 } });
    expect(await pay(500n)).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: true, variance: "exact" });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
    expect(await events()).toEqual(["collection.underpaid", "collection.expired", "collection.success"]);
  });

  test("after expiry does not settle when it is too much, or a day late", async ({ database }) => {
    const over = await setUp(database);
    await advanceTestClock(database, over.tenant.merchantId, 31);
    expect(await over.pay(1_001n)).toBe("suspended");
    expect(await over.pay(1_000n)).toBe("suspended");
    expect(await over.show()).toMatchObject({ status: "expired", variance: "over" });

    const late = await setUp(database);
    await advanceTestClock(database, late.tenant.merchantId, 30 + DAY_IN_MINUTES - 1);
    expect(await late.pay(999n)).toBe("suspended");
    await advanceTestClock(database, late.tenant.merchantId, 2);
    expect(await late.pay(1n)).toBe("suspended");
    expect(await late.show()).toMatchObject({ status: "expired" });
    expect(await books(database, late.tenant)).toEqual({ available: 0, suspense: 3_001 });
  });

  test("that comes too late, before the sweep, expires the account first", async ({ database }) => {
    const { tenant, account, show, pay, events } = await setUp(database);
    await endTime(database, account.reference, 1);
    expect(await pay(1_000n)).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: true });
    expect(await events()).toEqual(["collection.expired", "collection.success"]);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });

  test("is recorded once, however often and at the same time the provider reports it", async ({
    database,
  }) => {
    const { tenant, account, pay, events } = await setUp(database);
    const reports = await Promise.all(
      Array.from({ length: 50 }, () => pay(1_000n, { providerReference: "session-1" })),
    );
    expect(reports.filter((booked) => booked !== null)).toEqual(["settled"]);
    // Another amount under the same name is the same transaction.
    expect(await pay(2_000n, { providerReference: "session-1" })).toBeNull();
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
    expect(await events()).toEqual(["collection.success"]);
    const simulated = await setUp(database);
    await simulate(database, simulated.tenant, simulated.account.reference, { duplicate: true });
    const count = z.object({ n: z.bigint() });
    expect(await database.oneFirst(sql.type(count)`select count(*) n from credits`)).toBe(2n);
    expect(account.reference).not.toBe(simulated.account.reference);
  });

  test("that came in time settles before one that came late, in whatever order the jobs run", async ({
    database,
  }) => {
    const { tenant, account, show, pay } = await setUp(database);
    await pay(600n);
    const report = (providerReference: string) =>
      recordCredit(database, {
        ...{ environment: "test", recipient: account.reference, providerReference, amount: 400n },
        ...{ currency: "NGN", payer: null, confirmed: true },
      });
    const inTime = await report("in time");
    await database.query(sql.type(z.object({}))`
      update credits set received_at = received_at - interval '2 minutes' where id = ${inTime!}`);
    await endTime(database, account.reference, 1);
    const late = await report("late");
    expect(await settleCredit(database, late!)).toBe("suspended");
    expect(await settleCredit(database, inTime!)).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: false });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 400 });
  });

  test("two transactions of one amount at the same moment are two credits", async ({ database }) => {
    const { tenant, pay } = await setUp(database);
    const booked = await Promise.all([pay(1_000n), pay(1_000n)]);
    expect(booked.sort()).toEqual(["settled", "suspended"]);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 1_000 });
  });

  test("for an unknown recipient, or in another currency, goes to suspense", async ({ database }) => {
    const { tenant, show, pay } = await setUp(database);
    expect(await payIn(database, "va_00000000000000000000000000", 500n)).toBe("suspended");
    expect(await payIn(database, "whatever the provider says", 70n)).toBe("suspended");
    expect(await pay(1_000n, { currency: "USD" })).toBe("suspended");
    expect(await show()).toMatchObject({ status: "awaiting_payment", amountReceived: { value: 0 } });
    expect(await books(database, tenant)).toEqual({ available: 0, suspense: 570 });
    const row = z.object({ recipient: z.string(), merchant: z.string().nullable(), amount: z.bigint() });
    const open = await database.any(
      sql.type(row)`select recipient, merchant, amount from open_suspense order by amount`,
    );
    expect(open[0]).toEqual({ recipient: "whatever the provider says", merchant: null, amount: 70n });
  });

  test("is simulated by the account's own merchant only, and for test accounts only", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 250_000n);
    const live = await createVirtualAccount(database, { ...tenant, environment: "live" }, 250_000n);
    const outcome = async (owner: Tenant, reference: string) =>
      (await simulate(database, owner, reference)).outcome;
    expect(await outcome(stranger, account.reference)).toBe("not_found");
    expect(await outcome(tenant, live.reference)).toBe("not_found");
    expect(await outcome(tenant, account.reference)).toBe("simulated");
  });

  test("that a provider reports for live never reaches a test account", async ({ database }) => {
    const { tenant, account, show } = await setUp(database);
    const id = await recordCredit(database, {
      environment: "live",
      recipient: account.reference,
      providerReference: "session-2",
      amount: 1_000n,
      currency: "NGN",
      payer: null,
      confirmed: true,
    });
    expect(await settleCredit(database, id!)).toBe("suspended");
    expect(await show()).toMatchObject({ status: "awaiting_payment" });
    expect(await books(database, { ...tenant, environment: "live" })).toEqual({
      available: 0,
      suspense: 1_000,
    });
  });
});

describe("a simulated payer", () => {
  test("pays what is still due by default, and late when asked to", async ({ database }) => {
    const { tenant, account, show } = await setUp(database);
    const settle = async (payment: Partial<SimulatedPayment>) => {
      const { outcome, credit_id: id } = await simulate(database, tenant, account.reference, payment);
      return id === null ? outcome : settleCredit(database, id);
    };
    expect(await settle({ amount: 300n, senderName: "ADAEZE" })).toBe("suspended");
    expect(await settle({ late: true })).toBe("settled");
    expect(await show()).toMatchObject({
      status: "succeeded",
      late: true,
      amountReceived: { value: 1_000 },
      payer: { name: "SANDBOX PAYER" },
    });
    expect(await settle({})).toBe("already_settled");
    expect(await settle({ amount: 5n, late: true })).toBe("already_settled");
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });
});
