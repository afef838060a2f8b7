import { describe, expect } from "vitest";
import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { batchItem, batchItems, createReadyBatch, itemsOf, sendAll, start, sweep } from "./batch-steps.ts";

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
