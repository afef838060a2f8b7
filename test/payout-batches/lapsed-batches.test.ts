import { describe, expect } from "vitest";
import { z } from "zod";
import { createPayoutBatch } from "../../sql/payout-batches/payout-batches.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { purgeExpiredRows } from "../../sql/retention/retention.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { createFundedMerchant, eventTypes } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { batchItem, cancel, createBatch, batchItems, itemsOf, validate } from "./batch-steps.ts";

const none = z.object({});
const DAY = 24 * 60;

describe("a batch that is not started", () => {
  test("is canceled after seven days, by the merchant's time, and says so", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const reference = await createBatch(database, tenant, batchItems(2));
    await validate(database, tenant);
    const batch = () =>
      database.one(sql.type(z.object({ status: z.string(), cancel_reason: z.string().nullable() }))`
        select status, cancel_reason from payout_batches where reference = ${reference}`);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 7 * DAY - 1 });
    expect(await batch()).toEqual({ status: "ready", cancel_reason: null });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 1 });
    expect(await batch()).toEqual({ status: "canceled", cancel_reason: "unstarted" });
    expect(await eventTypes(database, tenant)).toContain("payout_batch.canceled");
  });

  test("goes with its items 30 days after it ended without a start", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const [old, young, open] = [
      await createBatch(database, tenant, batchItems(2)),
      await createBatch(database, tenant, batchItems(2)),
      await createBatch(database, tenant, batchItems(2)),
    ];
    for (const reference of [old, young]) await cancel(database, tenant, reference);
    await database.query(sql.type(none)`
      update payout_batches set worked_at = now() - interval '30 days 1 second' where reference in (${old}, ${open})`);
    await purgeExpiredRows(database, { kind: "payout_batches" });
    const left = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
      select distinct b.reference from payout_batches b join payout_batch_items i on i.batch_id = b.id
      where b.merchant_id = ${tenant.merchantId}`);
    expect(left.toSorted()).toEqual([young, open].toSorted());
  });

  test("is one of three that wait, and of a hundred within a day", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const make = async (idempotencyKey: string) =>
      (
        await createPayoutBatch(database, {
          tenant,
          idempotencyKey,
          requestHash: Buffer.from("hash"),
          items: JSON.stringify(batchItems(1)),
          least: 100n,
          acting: {},
          caller: undefined,
        })
      ).outcome;
    for (const key of ["1", "2", "3"]) expect(await make(key)).toBe("created");
    expect(await make("1")).toBe("replayed");
    expect(await make("4")).toBe("too_many_open");
    await database.query(sql.type(none)`
      update payout_batches set status = 'canceled', canceled_at = now() where merchant_id = ${tenant.merchantId}`);
    await database.query(sql.type(none)`
      insert into payout_batches (
        reference, merchant_id, environment, request_hash, status, item_count, validated_from, created_at, updated_at
      )
      select 'bat_' || n || ${tenant.merchantId}::text, ${tenant.merchantId}, 'test', '', 'canceled', 1, now(), now(),
        now()
      from generate_series(1, 96) n`);
    expect(await make("5")).toBe("created");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 2 * DAY });
    expect(await make("6")).toBe("too_many_today");
    // Also while older ones are still paid.
    await database.query(sql.type(none)`
      update payout_batches set inserted_at = now() - interval '25 hours', worked_at = now()
      where merchant_id = ${tenant.merchantId}`);
    expect(await make("7")).toBe("created");
  });

  test("leaves the enquiries of the environment to others once it is canceled", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const step = (enquiries: number) =>
      database.query(sql.type(none)`select validate_payout_batches('test', ${enquiries})`);
    const canceled = await createBatch(database, tenant, batchItems(2));
    await step(2);
    await cancel(database, tenant, canceled);
    const next = await createBatch(
      database,
      tenant,
      batchItems(2).map((item) => ({ ...item, bankCode: "058" })),
    );
    await step(2);
    const asked = await database.oneFirst(sql.type(z.object({ n: z.bigint() }))`
      select count(i.enquiry_id) as n from payout_batch_items i join payout_batches b on b.id = i.batch_id
      where b.reference = ${next}`);
    expect(asked).toBe(2n);
  });

  test("has mistakes where a bank closed meanwhile, and its other items can go", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const reference = await createBatch(database, tenant, [batchItem(0), batchItem(1, { bankCode: "058" })]);
    await database.query(sql.type(none)`update banks set active = false where code = '058'`);
    await validate(database, tenant);
    expect(
      (await itemsOf(database, reference)).map(({ status, errors }) => [status, errors?.[0]?.code]),
    ).toEqual([
      ["valid", undefined],
      ["invalid", "BANK_UNKNOWN"],
    ]);
  });

  test("fails if its names can't be checked within a day", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    const reference = await createBatch(database, tenant, batchItems(1));
    await validate(database, tenant, () => "unavailable");
    const status = () =>
      database.oneFirst(sql.type(z.object({ status: z.string() }))`
        select status from payout_batches where reference = ${reference}`);
    expect(await status()).toBe("validating");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY + 1 });
    await validate(database, tenant);
    expect(await status()).toBe("failed");
    expect(await eventTypes(database, tenant)).toContain("payout_batch.failed");
  });
});
