import { describe, expect } from "vitest";
import { z } from "zod";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
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
      await validate(database, tenant, (account) => (account === "1000000001" ? name : "ADAEZE OKAFOR"));
      expect(await statusOf(database, reference)).toBe("completed");
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
