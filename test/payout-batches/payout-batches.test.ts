import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";

import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  eventTypes,
  ledgerDrift,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import {
  createBatch,
  batchItem,
  batchItems,
  itemsOf,
  sendAll,
  start,
  sweep,
  validate,
  work,
} from "./batch-steps.ts";

const statusOf = (database: Database, reference: string) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`
    select status from payout_batches where reference = ${reference}`);

const kinds = (database: Database, merchantId: bigint) =>
  database.anyFirst(sql.type(z.object({ kind: z.string() }))`
    select e.kind from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.merchant_id = ${merchantId} and a.kind = 'available' order by e.sequence`);

describe("a batch", () => {
  test("has names asked for in a sweep whose commit waits for the disk, as it moves money too", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    await createBatch(database, tenant, batchItems(2));
    const seen = await database.transaction(async (transaction) => {
      // Tests' databases never wait unless they are told to.
      await transaction.query(sql.type(z.object({}))`set local synchronous_commit = on`);
      await transaction.query(sql.type(z.object({}))`select from reconcile('test')`);
      return transaction.one(sql.type(z.object({ asked: z.bigint(), waits: z.string() }))`
        select count(*) as asked, current_setting('synchronous_commit') as waits
        from name_enquiries where merchant_id = ${tenant.merchantId}`);
    });
    expect(seen).toEqual({ asked: 2n, waits: "on" });
  });

  test("is validated, started at once, paid in slices and completed", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    const reference = await createBatch(database, tenant, batchItems(450));
    expect(await statusOf(database, reference)).toBe("validating");
    await validate(database, tenant);
    expect(await statusOf(database, reference)).toBe("ready");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000_000, reserved: 0 });

    const started = await start(database, tenant, reference, { expectedTotal: 45_000_000n });
    expect(started).toMatchObject({
      outcome: "started",
      batch: {
        status: "processing",
        items: { total: 450, pending: 200, waiting: 250 },
        amount: { value: 45_000_000 },
      },
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 55_000_000, reserved: 45_000_000 });
    expect(await ledgerDrift(database)).toEqual([]);
    await work(database, tenant);
    await sweep(database, tenant);
    expect(await statusOf(database, reference)).toBe("processing");
    await sendAll(database, reference, (place) => (place < 3 ? "failed" : "succeeded"));
    await sweep(database, tenant);

    expect(await statusOf(database, reference)).toBe("completed");
    expect(await balancesOf(database, tenant)).toEqual({ available: 55_300_000, reserved: 0 });
    expect((await kinds(database, tenant.merchantId)).slice(-4)).toEqual([
      "payout_batch",
      "payout_failed",
      "payout_failed",
      "payout_failed",
    ]);
    const types = await eventTypes(database, tenant);
    expect(types.filter((type) => type.startsWith("payout_batch."))).toEqual([
      "payout_batch.ready",
      "payout_batch.completed",
    ]);
    expect(types.filter((type) => type === "payout.failed")).toHaveLength(3);
    const listed = await itemsOf(database, reference);
    expect(listed.map(({ status }) => status)).toEqual(
      listed.map(({ index }) => (index < 3 ? "failed" : "succeeded")),
    );
    expect(new Set(listed.map(({ payout }) => payout)).size).toBe(450);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("has its failed items retried, and no others", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const reference = await createBatch(database, tenant, batchItems(5));
    await validate(database, tenant);
    await start(database, tenant, reference);
    await sendAll(database, reference, (place) => (place < 2 ? "failed" : "succeeded"));
    await sweep(database, tenant);
    expect(await balancesOf(database, tenant)).toEqual({ available: 9_700_000, reserved: 0 });

    expect(await start(database, tenant, reference)).toMatchObject({ outcome: "wrong_state" });
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      const retried = await start(database, tenant, reference, { retries: true });
      expect(retried).toMatchObject({ outcome: "started", batch: { amount: { value: 200_000 } } });
      expect(await balancesOf(database, tenant)).toEqual({ available: 9_500_000, reserved: 200_000 });
      await sendAll(database, reference, () => "failed");
      await sweep(database, tenant);
      expect(await balancesOf(database, tenant)).toEqual({ available: 9_700_000, reserved: 0 });
    }
    expect(await start(database, tenant, reference, { retries: true })).toMatchObject({
      outcome: "nothing_to_pay",
    });
    expect((await itemsOf(database, reference)).map(({ attempt }) => attempt)).toEqual([5, 5, 1, 1, 1]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("refuses to start until names, duplicates and invalid items are allowed for", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    await resolveDestination(database, tenant);
    await createPayout(database, tenant, { amount: 100_000n });
    const unnamed = batchItem(1);
    delete unnamed.accountName;
    const reference = await createBatch(database, tenant, [
      batchItem(0),
      unnamed,
      batchItem(2, { accountName: "OKAFOR ADAEZE" }),
      batchItem(3, { accountName: "BOLA ADE" }),
      batchItem(4),
      batchItem(4),
      batchItem(5, { amount: 1 }),
      batchItem(6, { accountNumber: "0123456789" }),
      batchItem(7),
      batchItem(8),
    ]);
    await validate(database, tenant, (account) => (account === "1000000007" ? "not_found" : "ADAEZE OKAFOR"));
    const listed = await itemsOf(database, reference);
    expect(listed.map(({ name }) => name)).toEqual([
      "match",
      "unchecked",
      "close",
      "different",
      "match",
      "match",
      undefined,
      "match",
      undefined,
      "match",
    ]);
    expect(listed.map(({ status }) => status)).toEqual(
      "valid valid valid invalid valid valid invalid valid invalid valid".split(" "),
    );
    expect(listed.map(({ duplicate }) => duplicate)).toEqual([
      ...[
        undefined,
        undefined,
        undefined,
        undefined,
        "batch",
        "batch",
        undefined,
        "paid",
        undefined,
        undefined,
      ],
    ]);
    expect(listed.flatMap(({ errors = [] }) => errors.map(({ code }) => code))).toEqual([
      "NAME_DIFFERENT",
      "AMOUNT_TOO_SMALL",
      "ACCOUNT_NOT_FOUND",
    ]);

    const before = await balancesOf(database, tenant);
    expect(await start(database, tenant, reference)).toMatchObject({
      outcome: "needs_confirmation",
      details: { close: 1, unchecked: 1, duplicates: 3, invalid: 3 },
    });
    const allowed = { confirmsClose: true, allowsDuplicates: true, skipsInvalid: true };
    expect(await start(database, tenant, reference, { ...allowed, expectedTotal: 1n })).toMatchObject({
      outcome: "total_changed",
      details: { total: { value: 700_000 } },
    });
    expect(await balancesOf(database, tenant)).toEqual(before);
    expect((await itemsOf(database, reference)).map(({ attempt }) => attempt)).toEqual(Array(10).fill(0));
    expect(await start(database, tenant, reference, allowed)).toMatchObject({
      outcome: "started",
      batch: { items: { total: 10, pending: 7, skipped: 3 } },
    });
  });
});
