import { describe, expect } from "vitest";
import { z } from "zod";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { test } from "../helpers/test.ts";
import { books, endTime, setUp } from "./pay-collection.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const DAY_IN_MINUTES = 24 * 60;

describe("a credit", () => {
  test("after expiry settles late where it makes the total exact within a day, and waits otherwise", async ({
    database,
  }) => {
    const { tenant, show, pay, events } = await setUp(database);
    await pay(400n);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    expect(await show()).toMatchObject({ status: "expired", amountReceived: { value: 400 } });
    expect(await pay(100n)).toBe("suspended");
    expect(await show()).toMatchObject({ status: "expired", amountReceived: { value: 500 } });
    expect(await pay(500n)).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: true, variance: "exact" });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
    expect(await events()).toEqual([
      "collection.underpaid",
      "collection.expired",
      "credit.unmatched",
      "collection.unmatched",
      "credit.unmatched",
      "credit.accepted",
      "credit.accepted",
      "collection.success",
    ]);
  });

  test("after expiry does not settle when it is too much, or a day late", async ({ database }) => {
    const over = await setUp(database);
    await advanceTestClock(database, { merchantId: over.tenant.merchantId, minutes: 31 });
    expect(await over.pay(1_001n)).toBe("suspended");
    expect(await over.pay(1_000n)).toBe("suspended");
    expect(await over.show()).toMatchObject({ status: "expired", variance: "over" });

    const late = await setUp(database);
    await advanceTestClock(database, {
      merchantId: late.tenant.merchantId,
      minutes: 30 + DAY_IN_MINUTES - 1,
    });
    expect(await late.pay(999n)).toBe("suspended");
    await advanceTestClock(database, { merchantId: late.tenant.merchantId, minutes: 2 });
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

  test("that came in time settles before one that came late, in any order of jobs", async ({ database }) => {
    const { tenant, account, show, pay } = await setUp(database);
    await pay(600n);
    const report = (providerReference: string) =>
      recordCredit(database, {
        environment: "test",
        recipient: account.reference,
        providerReference,
        amount: 400n,
        currency: "NGN",
        payer: null,
        confirmed: true,
      });
    const { credit_id: inTime } = await report("in time");
    await database.query(sql.type(z.object({}))`
      update credits set received_at = received_at - interval '2 minutes' where id = ${inTime!}`);
    await endTime(database, account.reference, 1);
    const { credit_id: late } = await report("late");
    expect(await settleCredit(database, { creditId: late! })).toBe("suspended");
    expect(await settleCredit(database, { creditId: inTime! })).toBe("settled");
    expect(await show()).toMatchObject({ status: "succeeded", late: false });
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 400 });
  });
});
