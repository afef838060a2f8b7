import { describe, expect } from "vitest";
import { z } from "zod";
import { readCredit, settleCredit } from "../../sql/collections/credits/credits.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  eventTypes,
  ledgerDrift,
  payIn,
  recordSimulatedCredit,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { books, setUp, simulate } from "./pay-collection.ts";
import { recordCredit } from "../helpers/record-credit.ts";

describe("a credit", () => {
  test("of the expected amount settles the collection once, however often it is settled", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { account, creditId } = await recordSimulatedCredit(database, tenant, 250_000n);
    expect(await readCredit(database, creditId)).toBeNull();

    const results = await Promise.all(Array.from({ length: 8 }, () => settleCredit(database, { creditId })));

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

  test("that is short makes the collection underpaid, waits in suspense, and is completed by a top-up", async ({
    fileDatabase: database,
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

  test("that is over settles with all of it", async ({ fileDatabase: database }) => {
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

  test("after success waits in suspense and changes nothing else", async ({ fileDatabase: database }) => {
    const { tenant, account, show, pay, events } = await setUp(database);
    await pay(1_000n);
    const before = await show();
    expect(await pay(1_000n)).toBe("suspended");
    const unmatched = { count: 1, amount: { value: 1_000, currency: "NGN" }, reason: "closed" };
    expect(await show()).toEqual({ ...before, unmatched });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 1_000 });
    expect(await events()).toEqual(["collection.success", "collection.unmatched", "credit.unmatched"]);
    const open = z.object({ collection: z.string().nullable(), amount: z.bigint(), merchant: z.string() });
    expect(
      await database.any(sql.type(open)`select collection, amount, merchant from open_suspense`),
    ).toMatchObject([{ collection: account.collection.reference, amount: 1_000n }]);
  });

  test("is recorded once, however often and at the same time the provider reports it", async ({
    database,
  }) => {
    const { tenant, account, pay, events } = await setUp(database);
    const reports = await Promise.all(
      Array.from({ length: 50 }, () => pay(1_000n, { providerReference: "session-1" })),
    );
    expect(reports.filter((booked) => booked !== null)).toEqual(["settled"]);
    // Another amount under the same provider's reference is the same transaction.
    expect(await pay(2_000n, { providerReference: "session-1" })).toBeNull();
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
    expect(await events()).toEqual(["collection.success"]);
    const simulated = await setUp(database);
    await simulate(database, simulated.tenant, simulated.account.reference, { duplicate: true });
    const count = z.object({ n: z.bigint() });
    expect(await database.oneFirst(sql.type(count)`select count(*) n from credits`)).toBe(2n);
    expect(account.reference).not.toBe(simulated.account.reference);
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
    expect(await payIn(database, "an unknown recipient", 70n)).toBe("suspended");
    expect(await pay(1_000n, { currency: "USD" })).toBe("suspended");
    expect(await show()).toMatchObject({ status: "awaiting_payment", amountReceived: { value: 0 } });
    expect(await books(database, tenant)).toEqual({ available: 0, suspense: 570 });
    const row = z.object({ recipient: z.string(), merchant: z.string().nullable(), amount: z.bigint() });
    const open = await database.any(
      sql.type(row)`select recipient, merchant, amount from open_suspense order by amount`,
    );
    expect(open[0]).toEqual({ recipient: "an unknown recipient", merchant: null, amount: 70n });
  });

  test("that a provider reports for live never reaches a test account", async ({
    fileDatabase: database,
  }) => {
    const { tenant, account, show } = await setUp(database);
    const { credit_id: id } = await recordCredit(database, {
      environment: "live",
      recipient: account.reference,
      providerReference: "session-2",
      amount: 1_000n,
      currency: "NGN",
      payer: null,
      confirmed: true,
    });
    expect(await settleCredit(database, { creditId: id! })).toBe("suspended");
    expect(await show()).toMatchObject({ status: "awaiting_payment" });
    expect(await books(database, { ...tenant, environment: "live" })).toEqual({
      available: 0,
      suspense: 1_000,
    });
  });
});
