import { describe, expect } from "vitest";
import { z } from "zod";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { acceptRefund, cancelRefund } from "../../sql/refunds/refunds.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { Database } from "../../sql/process/database.ts";
import { asOperator } from "../helpers/as-operator.ts";
import {
  balancesOf,
  createFundedMerchant,
  eventTypes,
  idOf,
  ledgerDrift,
  payIn,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout, finishPayouts } from "../helpers/worker-steps.ts";
import { createPaidCollection, createRefund, refundRequest } from "./create-collection.ts";

const acting = { actor: "Ada", reason: "ticket 12" };

const collectionOf = (database: Database, reference: string) =>
  database.one(sql.type(z.object({ amount_refunded: z.bigint(), account: z.string() }))`
    select c.amount_refunded, v.reference as account
    from collections c join virtual_accounts v on v.id = c.virtual_account_id where c.reference = ${reference}`);

async function claim(database: Database, reference: string) {
  const claimed = await claimPayout(database, await idOf(database, "payouts", reference));
  if (claimed === null) throw new Error("the refund is not pending");
  return claimed;
}

const needReview = (database: Database, reference: string) =>
  database.query(
    sql.type(z.object({}))`update payouts set needs_review = true where reference = ${reference}`,
  );

describe("refunds of one collection", () => {
  test("of fifty simultaneous ones against money for ten, ten are accepted", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const decisions = await Promise.all(
      Array.from({ length: 50 }, () =>
        acceptRefund(database, { ...refundRequest(tenant, collection), amount: 10_000n }),
      ),
    );
    const counted = Object.groupBy(decisions, ({ outcome }) => outcome);
    expect([counted.accepted?.length, counted.exceeds_received?.length]).toEqual([10, 40]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000_000, reserved: 100_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of fifty simultaneous requests with one key, one makes the refund", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const request = { ...refundRequest(tenant, collection), amount: 10_000n };
    const decisions = await Promise.all(Array.from({ length: 50 }, () => acceptRefund(database, request)));
    const counted = Object.groupBy(decisions, ({ outcome }) => outcome);
    expect([counted.accepted?.length, counted.replayed?.length]).toEqual([1, 49]);
    expect((await collectionOf(database, collection)).amount_refunded).toBe(10_000n);
  });

  test("end beside further payments of the same collection, and neither waits for ever", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const { account } = await collectionOf(database, collection);
    const claims = [];
    for (let n = 0; n < 20; n += 1)
      claims.push(
        await claim(database, await createRefund(database, tenant, collection, { amount: 5_000n })),
      );
    await Promise.all([
      ...claims.map((claimed, n) =>
        finishPayout(
          database,
          claimed,
          n % 2 === 0 ? { kind: "succeeded" } : { kind: "failed", code: "X", message: "No." },
        ),
      ),
      ...Array.from({ length: 20 }, () => payIn(database, account, 1_000n)),
    ]);
    expect((await collectionOf(database, collection)).amount_refunded).toBe(50_000n);
    expect(await balancesOf(database, tenant)).toEqual({ available: 50_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("are finished only by a call that may wait", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const claimed = await claim(database, await createRefund(database, tenant, collection));
    const finish = [{ claim: claimed, end: { kind: "succeeded" as const } }];
    expect(await finishPayouts(database, finish, { waits: false })).toEqual(["locked"]);
    expect(await finishPayouts(database, finish, { waits: true })).toEqual(["done"]);
  });
});

describe("what a refund took", () => {
  test("is free again once it failed, was reversed or canceled", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const refunded = async () => (await collectionOf(database, collection)).amount_refunded;
    const failing = await createRefund(database, tenant, collection);
    expect(await refunded()).toBe(100_000n);
    await finishPayout(database, await claim(database, failing), {
      kind: "failed",
      code: "X",
      message: "No.",
    });
    expect(await refunded()).toBe(0n);
    const reversed = await createRefund(database, tenant, collection);
    await finishPayout(database, await claim(database, reversed), { kind: "reversed" });
    expect(await refunded()).toBe(0n);
    const reference = await createRefund(database, tenant, collection);
    await cancelRefund(database, { tenant, reference, ...asOperator });
    expect(await refunded()).toBe(0n);
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    expect(
      (await eventTypes(database, tenant)).filter((type) => type.startsWith("refund.")).toSorted(),
    ).toEqual(["refund.canceled", "refund.failed", "refund.reversed", "refund.succeeded"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("waits for a person where the provider contradicts its final state", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 0n);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const reference = await createRefund(database, tenant, collection);
    const first = await claim(database, reference);
    expect(await finishPayout(database, first, { kind: "succeeded" })).toBe("done");
    const later = { ...first, fence: first.fence + 1n };
    const failed = { kind: "failed", code: "X", message: "No." } as const;
    expect(await finishPayout(database, later, failed)).toBe("contradiction");
    // No money moves by itself, and no other refund may take it.
    expect((await collectionOf(database, collection)).amount_refunded).toBe(100_000n);
    const decision = await decidePayout(database, { reference, outcome: "failed", acting });
    expect(decision).toMatchObject({ outcome: "decided", payout: { status: "reversed" } });
    expect((await collectionOf(database, collection)).amount_refunded).toBe(0n);
    expect(await eventTypes(database, tenant)).toContain("refund.reversed");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is taken again by a decision, unless another refund has it", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 500_000n);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const first = await createRefund(database, tenant, collection);
    await finishPayout(database, await claim(database, first), { kind: "failed", code: "X", message: "No." });
    const second = await createRefund(database, tenant, collection);
    await needReview(database, first);
    const decide = () => decidePayout(database, { reference: first, outcome: "succeeded", acting });
    expect((await decide()).outcome).toBe("not_covered");
    await cancelRefund(database, { tenant, reference: second, ...asOperator });
    expect(await decide()).toMatchObject({ outcome: "decided", payout: { status: "succeeded" } });
    expect((await collectionOf(database, collection)).amount_refunded).toBe(100_000n);
    expect(await balancesOf(database, tenant)).toEqual({ available: 500_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
