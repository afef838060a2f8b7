import { describe, expect } from "vitest";
import { z } from "zod";
import { decideApproval } from "../../sql/approvals/approvals.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { givePolicy } from "../approvals/team.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { balancesOf, createFundedMerchant, eventTypes, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import {
  batchItem,
  batchItems,
  cancel,
  createReadyBatch,
  itemsOf,
  sendAll,
  start,
  sweep,
  validate,
  work,
} from "./batch-steps.ts";

const DAY = 24 * 60;

const statusOf = (database: Database, reference: string) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`
    select status from payout_batches where reference = ${reference}`);

/** A completed batch of two items that both failed. */
async function createFailed(database: Database): Promise<{ tenant: Tenant; reference: string }> {
  const tenant = await createFundedMerchant(database, 10_000_000n);
  const reference = await createReadyBatch(database, tenant, batchItems(2));
  await start(database, tenant, reference);
  await sendAll(database, reference, () => "failed");
  await sweep(database, tenant);
  return { tenant, reference };
}

const eventsOf = async (database: Database, tenant: Tenant) =>
  (await eventTypes(database, tenant)).filter((type) => type.startsWith("payout_batch."));

const retry = (database: Database, tenant: Tenant, reference: string) =>
  start(database, tenant, reference, { retries: true });

describe("a retry", () => {
  test("does not pay an item whose provider also says that it has paid it", async ({
    fileDatabase: database,
  }) => {
    const { tenant, reference } = await createFailed(database);
    await database.query(sql.type(z.object({}))`
      select finish_payouts(json_agg(json_build_object(
        'payout_id', p.id, 'fence', p.fence, 'outcome', 'succeeded')), true, false)
      from payouts p join payout_batches b on b.id = p.batch_id
      where b.reference = ${reference} and p.batch_place = 0 and p.status = 'failed'`);
    expect(await retry(database, tenant, reference)).toMatchObject({
      outcome: "started",
      batch: { items: { failed: 1, pending: 1 }, amount: { value: 100_000 } },
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("leaves an item failed whose name is another by now, and asks again a day later", async ({
    fileDatabase: database,
  }) => {
    const { tenant, reference } = await createFailed(database);
    const recheck = async (name: string) => {
      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY + 1 });
      expect((await retry(database, tenant, reference)).outcome).toBe("not_ready");
      expect((await cancel(database, tenant, reference)).outcome).toBe("wrong_state");
      const told = await eventsOf(database, tenant);
      await validate(database, tenant, (account) => (account === "1000000001" ? name : "ADAEZE OKAFOR"));
      expect(await statusOf(database, reference)).toBe("completed");
      expect(await eventsOf(database, tenant)).toEqual([...told, "payout_batch.completed"]);
    };
    await recheck("BOLA ADE");
    expect(await retry(database, tenant, reference)).toMatchObject({
      outcome: "started",
      batch: { items: { failed: 1, pending: 1 }, amount: { value: 100_000 } },
    });
    await sendAll(database, reference);
    await sweep(database, tenant);
    expect((await itemsOf(database, reference))[1]).toMatchObject({
      status: "failed",
      failure: { code: "ACCOUNT_CLOSED" },
      errors: [{ code: "NAME_DIFFERENT" }],
    });
    await recheck("ADAEZE OKAFOR");
    expect(await retry(database, tenant, reference)).toMatchObject({ outcome: "started" });
    expect((await itemsOf(database, reference)).map(({ status, attempt }) => [status, attempt])).toEqual([
      ["succeeded", 2],
      ["pending", 2],
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("pays nobody but whom the bank named where no name was given, also after another retry", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const reference = await createReadyBatch(database, tenant, [batchItem(0), batchItem(1)]);
    await database.query(sql.type(z.object({}))`
      update payout_batch_items i set account_name = null, name_match = 'unchecked' from payout_batches b
      where b.id = i.batch_id and b.reference = ${reference}`);
    await start(database, tenant, reference, { confirmsClose: true });
    await sendAll(database, reference, () => "failed");
    await sweep(database, tenant);
    for (const _day of [1, 2]) {
      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY + 1 });
      expect((await retry(database, tenant, reference)).outcome).toBe("not_ready");
      await validate(database, tenant, (account) =>
        account === "1000000001" ? "MUSA BELLO" : "OKAFOR ADAEZE N",
      );
      expect((await itemsOf(database, reference)).map(({ name }) => name)).toEqual([
        "unchecked",
        "different",
      ]);
    }
    expect(await retry(database, tenant, reference)).toMatchObject({
      outcome: "started",
      batch: { items: { failed: 1, pending: 1 } },
    });
  });

  test("leaves the batch completed if names can't be checked within a day", async ({
    fileDatabase: database,
  }) => {
    const { tenant, reference } = await createFailed(database);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY + 1 });
    await retry(database, tenant, reference);
    await validate(database, tenant, () => "unavailable");
    expect(await statusOf(database, reference)).toBe("validating");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY + 1 });
    await validate(database, tenant);
    expect(await statusOf(database, reference)).toBe("completed");
    expect((await itemsOf(database, reference)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  });

  test("that is not approved, or canceled, leaves the batch completed: others can be retried", async ({
    fileDatabase: database,
  }) => {
    const { tenant, reference } = await createFailed(database);
    const nameSecond = (match: "match" | "different") =>
      database.query(sql.type(z.object({}))`
        update payout_batch_items i set name_match = ${match} from payout_batches b
        where b.id = i.batch_id and b.reference = ${reference} and i.place = 1`);
    const end = async () => {
      await work(database, tenant);
      await sweep(database, tenant);
      expect((await eventsOf(database, tenant)).at(-1)).toBe("payout_batch.completed");
      expect(await balancesOf(database, tenant)).toEqual({ available: 10_000_000, reserved: 0 });
      expect(await ledgerDrift(database)).toEqual([]);
      const row = z.object({ status: z.string(), reason: z.string().nullable(), items: z.string().array() });
      return database.one(sql.type(row)`
        select b.status, b.cancel_reason as reason, array(
            select payout_batch_item_json(i) ->> 'status' from payout_batch_items i
            where i.batch_id = b.id order by i.place
          ) as items
        from payout_batches b where b.reference = ${reference}`);
    };

    await givePolicy(database, tenant, { dayMax: 0 });
    await nameSecond("different");
    expect(await retry(database, tenant, reference)).toMatchObject({
      batch: { status: "awaiting_approval" },
    });
    expect(
      (await decideApproval(database, { tenant, reference, approves: false, ...asOperator })).outcome,
    ).toBe("decided");
    expect(await end()).toEqual({ status: "completed", reason: "rejected", items: ["canceled", "failed"] });

    await givePolicy(database, tenant, {});
    await nameSecond("match");
    expect(await retry(database, tenant, reference)).toMatchObject({
      batch: { status: "processing", items: { canceled: 1, pending: 1 } },
    });
    expect((await cancel(database, tenant, reference)).outcome).toBe("canceled");
    expect(await end()).toEqual({ status: "completed", reason: null, items: ["canceled", "canceled"] });
  });

  test("that is refused shows which items are duplicates, and leaves them failed", async ({
    fileDatabase: database,
  }) => {
    const { tenant, reference } = await createFailed(database);
    const other = await createReadyBatch(database, tenant, [batchItem(0)]);
    await start(database, tenant, other);
    expect(await retry(database, tenant, reference)).toMatchObject({
      outcome: "needs_confirmation",
      details: { duplicates: 1 },
    });
    expect((await itemsOf(database, reference)).map(({ status, duplicate }) => [status, duplicate])).toEqual([
      ["failed", "paid"],
      ["failed", undefined],
    ]);
  });
});

describe("a start that is refused", () => {
  test("shows duplicates of batches whose items have no payouts yet", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    const [one, other] = [
      await createReadyBatch(database, tenant, batchItems(250)),
      await createReadyBatch(database, tenant, batchItems(250)),
    ];
    await start(database, tenant, one);
    expect(await start(database, tenant, other)).toMatchObject({
      outcome: "needs_confirmation",
      details: { duplicates: 250 },
    });
    expect((await itemsOf(database, other)).filter(({ duplicate }) => duplicate === "paid")).toHaveLength(
      250,
    );
    // Whoever looked before the first was started has seen fewer.
    const seen = { allowsDuplicates: true, expectedDuplicates: 249 };
    expect(await start(database, tenant, other, seen)).toMatchObject({
      outcome: "needs_confirmation",
      details: { duplicates: 250 },
    });
    expect(await start(database, tenant, other, { ...seen, expectedDuplicates: 250 })).toMatchObject({
      outcome: "started",
    });
  });

  test("shows the mistakes that it found", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const reference = await createReadyBatch(database, tenant, batchItems(2));
    await database.query(sql.type(z.object({}))`
      update merchants set payout_max = 99999 where id = ${tenant.merchantId}`);
    expect(await start(database, tenant, reference)).toMatchObject({
      outcome: "needs_confirmation",
      details: { invalid: 2 },
    });
    expect(
      (await itemsOf(database, reference)).map(({ status, errors }) => [status, errors?.[0]?.code]),
    ).toEqual([
      ["invalid", "AMOUNT_LIMIT_EXCEEDED"],
      ["invalid", "AMOUNT_LIMIT_EXCEEDED"],
    ]);
  });
});
