import { describe, expect } from "vitest";
import { z } from "zod";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { replaceBatchItem } from "../../sql/payout-batches/payout-batches.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { givePolicy } from "../approvals/team.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createPerson } from "../helpers/create-person.ts";
import { rowsReadWhile } from "../helpers/database/rows-read-by.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { balancesOf, createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import {
  batchItem,
  batchItems,
  cancel,
  createBatch,
  createReadyBatch,
  itemsOf,
  sendAll,
  start,
  sweep,
  validate,
  work,
  workOnPayoutBatches,
} from "./batch-steps.ts";

const none = z.object({});
const batchOf = (database: Database, reference: string) =>
  database.one(sql.type(z.object({ status: z.string(), runs: z.number() }))`
    select status, runs from payout_batches where reference = ${reference}`);

const payoutsOf = (database: Database, reference: string) =>
  database.any(sql.type(
    z.object({ status: z.string(), place: z.number(), may_send: z.boolean().nullable() }),
  )`
    select p.status, p.batch_place as place, may_send_payout(p) as may_send
    from payouts p join payout_batches b on b.id = p.batch_id where b.reference = ${reference} order by p.batch_place`);

describe("the start of a batch", () => {
  test("happens once, however many ask for it at once", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const reference = await createReadyBatch(database, tenant, batchItems(3));
    const told = await Promise.all(Array.from({ length: 10 }, () => start(database, tenant, reference)));
    expect(told.map(({ outcome }) => outcome).toSorted()).toEqual([
      "started",
      ...Array<string>(9).fill("wrong_state"),
    ]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 700_000, reserved: 300_000 });
    expect(await payoutsOf(database, reference)).toHaveLength(3);
  });

  test("is refused where the balance does not cover all of it, and reserves nothing", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 299_999n);
    const reference = await createReadyBatch(database, tenant, batchItems(3));
    expect(await start(database, tenant, reference)).toMatchObject({
      outcome: "insufficient_balance",
      details: { needed: { value: 300_000 }, available: { value: 299_999 } },
    });
    expect(await balancesOf(database, tenant)).toEqual({ available: 299_999, reserved: 0 });
    expect(await batchOf(database, reference)).toEqual({ status: "ready", runs: 0 });
    expect((await itemsOf(database, reference)).map(({ status }) => status)).toEqual([
      "valid",
      "valid",
      "valid",
    ]);
  });

  test("takes all of it from the limits of the day, in total and of each account, or nothing", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const limit = (dayMax: number, accountDayMax: number) =>
      database.query(sql.type(none)`
        select set_payout_limits('test', m.reference, null, null, ${dayMax}, ${accountDayMax}, null,
          row('Ada', null, null, 'test', null)::acting)
        from merchants m where m.id = ${tenant.merchantId}`);
    await limit(299_999, 1_000_000);
    const reference = await createReadyBatch(database, tenant, batchItems(3));
    expect(await start(database, tenant, reference)).toMatchObject({
      outcome: "day_limit_exceeded",
      details: { limit: "day", left: { value: 299_999 } },
    });
    await limit(300_000, 1_000_000);
    await givePolicy(database, tenant, { amountMax: 1_000_000 });
    const counted = () =>
      database.any(sql.type(z.object({ account: z.string(), payouts: z.number() }))`
        select account, payouts::integer from payout_use
        where merchant_id = ${tenant.merchantId} and account in ('', 'approvals') order by account`);
    expect((await start(database, tenant, reference)).outcome).toBe("started");
    expect((await counted()).map(({ payouts }) => payouts)).toEqual([3, 3]);
    const more = await createReadyBatch(database, tenant, [batchItem(9, { amount: 1_000 })]);
    expect((await start(database, tenant, more)).outcome).toBe("day_limit_exceeded");
    // What fails is given back to the day.
    await sendAll(database, reference, (place) => (place === 0 ? "failed" : "succeeded"));
    expect((await counted()).map(({ payouts }) => payouts)).toEqual([2, 2]);
    expect((await start(database, tenant, more)).outcome).toBe("started");
  });

  test("takes the items of each account together from its limits", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 10_000_000_000n);
    const limit = (amount: number, payouts: number) =>
      database.query(sql.type(none)`
        select set_payout_limits('test', m.reference, null, null, null, ${amount}, ${payouts},
          row('Ada', null, null, 'test', null)::acting)
        from merchants m where m.id = ${tenant.merchantId}`);
    await limit(250_000, 2);
    const one = await createReadyBatch(database, tenant, [batchItem(1)]);
    expect((await start(database, tenant, one)).outcome).toBe("started");
    const allowed = { allowsDuplicates: true };
    const again = await createReadyBatch(database, tenant, [batchItem(0), batchItem(1), batchItem(1)]);
    expect(await start(database, tenant, again, allowed)).toMatchObject({
      outcome: "day_limit_exceeded",
      details: { limit: "accountDay", most: { value: 250_000 }, left: { value: 150_000 } },
    });
    await limit(300_000, 2);
    expect(await start(database, tenant, again, allowed)).toMatchObject({
      outcome: "day_limit_exceeded",
      details: { limit: "accountDayPayouts", most: 2, left: 1 },
    });
    await limit(300_000, 3);
    expect((await start(database, tenant, again, allowed)).outcome).toBe("started");
    const more = await createReadyBatch(database, tenant, [batchItem(1)]);
    expect((await start(database, tenant, more, allowed)).outcome).toBe("day_limit_exceeded");
  });

  // Each item would be searched among all others, which took half a minute for ten thousand.
  test("reads each item of a large batch a few times, also where statistics know small ones alone", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000_000_000n);
    await database.transaction(async (transaction) => {
      for (let place = 4_000; place < 4_012; place += 1) {
        const small = await createReadyBatch(transaction, tenant, [batchItem(place)]);
        await start(transaction, tenant, small);
      }
    });
    await runSql(databaseUrl, "analyze");
    const items = batchItems(2_000).map((item, n) => ({ ...item, merchantReference: `salary ${n}` }));
    let reference = "";
    const read = [
      await rowsReadWhile(database, async (connection) => {
        reference = await createReadyBatch(connection, tenant, items);
      }),
      await rowsReadWhile(database, async (connection) => {
        expect((await start(connection, tenant, reference)).outcome).toBe("started");
      }),
    ];
    expect(Math.max(...read)).toBeLessThan(100_000);
  });

  test("waits for names that are older than a day", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const reference = await createBatch(database, tenant, batchItems(2));
    await validate(database, tenant);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 24 * 60 + 1 });
    expect((await start(database, tenant, reference)).outcome).toBe("not_ready");
    expect(await batchOf(database, reference)).toEqual({ status: "validating", runs: 0 });
    await validate(database, tenant, (account) => (account === "1000000001" ? "BOLA ADE" : "ADAEZE OKAFOR"));
    expect(await start(database, tenant, reference)).toMatchObject({
      outcome: "needs_confirmation",
      details: { invalid: 1 },
    });
  });
});

test("a replaced item is compared with payouts to its accounts alone", async ({ database, databaseUrl }) => {
  const tenant = await createFundedMerchant(database, 10_000_000n);
  const reference = await createReadyBatch(database, tenant, batchItems(3));
  await runSql(
    databaseUrl,
    `insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
      bank_name, account_number, account_name, settled_at
    )
    select 'pyt_' || n, ${tenant.merchantId}, 'test', n, '', 'succeeded', 100000, 0, 'NGN', '044', 'Bank',
      (1000000000 + n)::text, 'ADAEZE OKAFOR', now()
    from generate_series(3, 5002) n`,
  );
  await runSql(databaseUrl, "vacuum analyze");
  const replaceWith = async (account: number) => {
    const item = batchItem(account);
    const read = await rowsReadWhile(database, (connection) =>
      replaceBatchItem(connection, { tenant, reference, place: 1, item, least: 100n, ...asOperator }),
    );
    expect(read).toBeLessThan(300);
    await validate(database, tenant);
    return (await itemsOf(database, reference)).map(({ duplicate }) => duplicate);
  };
  expect(await replaceWith(2)).toEqual([undefined, "batch", "batch"]);
  expect(await replaceWith(3)).toEqual([undefined, "paid", undefined]);
});

test("who replaces an item of a live batch is in the audit log, with its accounts before and after", async ({
  fileDatabase: database,
}) => {
  const tenant = await createFundedMerchant(database, 1_000n, "live");
  const { id: personId } = await createPerson(database, [[tenant.merchantId, "finance"]]);
  const reference = await createReadyBatch(database, tenant, batchItems(1));
  const request = { tenant, reference, place: 0, item: batchItem(7), least: 100n, caller: undefined };
  await replaceBatchItem(database, { ...request, acting: { personId } });
  const row = z.object({ before: z.unknown(), after: z.unknown() });
  const logged = await database.any(sql.type(row)`
    select before, after from audit_log
    where merchant_id = ${tenant.merchantId} and action = 'payout-batch replace-item' and target = ${reference}`);
  const facts = { index: 0, amount: 100_000, bank: "Access Bank" };
  expect(logged).toEqual([
    { before: { ...facts, accountNumber: "******0000" }, after: { ...facts, accountNumber: "******0007" } },
  ]);
});

describe("the slices of a batch", () => {
  test("that fail take no turn from other batches, and are tried again", async ({ database }) => {
    const [first, second] = [
      await createFundedMerchant(database, 30_000_000n),
      await createFundedMerchant(database, 30_000_000n),
    ];
    const references: string[] = [];
    for (const tenant of [first, second]) {
      const reference = await createReadyBatch(database, tenant, batchItems(250));
      expect(await start(database, tenant, reference)).toMatchObject({ outcome: "started" });
      references.push(reference);
    }
    const made = async () =>
      Promise.all(references.map(async (reference) => (await payoutsOf(database, reference)).length));
    expect(await made()).toEqual([200, 200]);
    await database.query(sql.type(none)`
      create function fail_slices() returns trigger language plpgsql as ${sql.literalValue(
        `begin if new.merchant_id = ${first.merchantId} then raise 'no'; end if; return new; end`,
      )}`);
    await database.query(sql.type(none)`
      create trigger fail_slices before insert on payouts for each row execute function fail_slices()`);
    expect(await workOnPayoutBatches(database, second)).toBe(51);
    await work(database, second);
    expect(await made()).toEqual([200, 250]);
    await database.query(sql.type(none)`drop trigger fail_slices on payouts`);
    await work(database, first);
    expect(await made()).toEqual([250, 250]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  const begin = async (database: Database, tenant: Tenant) => {
    const reference = await createReadyBatch(database, tenant, batchItems(900));
    await start(database, tenant, reference);
    return reference;
  };

  test("are made once, by several workers at once, also where one dies in between", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    const reference = await begin(database, tenant);
    // Its transaction ends with its process.
    await database
      .transaction(async (dying) => {
        expect(await workOnPayoutBatches(dying, { environment: "test" })).toBe(201);
        throw new Error("the process died");
      })
      .catch(() => {});
    expect(await payoutsOf(database, reference)).toHaveLength(200);
    await Promise.all([1, 2, 3].map(() => work(database, tenant)));
    const made = await payoutsOf(database, reference);
    expect(made.map(({ place }) => place)).toEqual(Array.from({ length: 900 }, (_, place) => place));
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000_000, reserved: 90_000_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("end where a batch is canceled: all that was not claimed is back", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    const reference = await begin(database, tenant);
    const claimed = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      update payouts p set status = 'processing', submitted_at = now(), next_confirmation_at = now() + interval '1 h'
      from payout_batches b where b.id = p.batch_id and b.reference = ${reference} and p.batch_place = 0
      returning p.id`);
    await Promise.all([cancel(database, tenant, reference), work(database, tenant)]);
    await work(database, tenant);
    await sweep(database, tenant);
    expect(await batchOf(database, reference)).toEqual({ status: "processing", runs: 1 });
    expect(await balancesOf(database, tenant)).toEqual({ available: 99_900_000, reserved: 100_000 });
    await database.query(sql.type(none)`
      select finish_payouts(json_build_array(json_build_object(
        'payout_id', ${claimed}::bigint, 'fence', 0, 'outcome', 'succeeded')), true, false)`);
    await sweep(database, tenant);
    expect(await batchOf(database, reference)).toEqual({ status: "canceled", runs: 1 });
    expect(await balancesOf(database, tenant)).toEqual({ available: 99_900_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("end where a payout was locked when its batch was canceled: it is canceled once it is free", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    const reference = await createReadyBatch(database, tenant, batchItems(3));
    await start(database, tenant, reference);
    // As a worker does that dies while it claims it, or that a freeze stops.
    const [locked, canceled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const claim = database.transaction(async (worker) => {
      await worker.query(sql.type(none)`
        select p.id from payouts p join payout_batches b on b.id = p.batch_id
        where b.reference = ${reference} and p.batch_place = 1 for update of p`);
      locked.resolve();
      await canceled.promise;
    });
    await locked.promise;
    await cancel(database, tenant, reference);
    const statuses = async () => (await payoutsOf(database, reference)).map(({ status }) => status);
    expect(await statuses()).toEqual(["canceled", "pending", "canceled"]);
    canceled.resolve();
    await claim;
    await work(database, tenant);
    await sweep(database, tenant);
    expect(await batchOf(database, reference)).toEqual({ status: "canceled", runs: 1 });
    expect(await balancesOf(database, tenant)).toEqual({ available: 1_000_000, reserved: 0 });
  });
});

test("after a restore, items of a live batch that had no payout yet are asked for at the bank, and not sent", async ({
  database,
}) => {
  const funded = await createFundedMerchant(database, 1_000n);
  const tenant = { ...funded, environment: "live" as const };
  await database.query(sql.type(none)`
    update ledger_accounts set balance = 10000000 where merchant_id = ${tenant.merchantId} and environment = 'live'
      and kind = 'available'`);
  await database.query(sql.type(none)`
    update merchants set kyb_status = 'approved' where id = ${tenant.merchantId}`);
  const reference = await createReadyBatch(database, tenant, batchItems(3));
  await start(database, tenant, reference);
  // As though the backup was taken before the first slice.
  await database.query(sql.type(none)`update payout_batch_items set status = 'waiting', payout_id = null`);
  await database.query(sql.type(none)`delete from payouts`);
  await database.query(sql.type(none)`update payout_batches set has_slices = true`);
  await database.query(sql.type(none)`
    select hold_after_restore('http', row('Ada', null, null, 'restore', null)::acting)`);
  expect(await payoutsOf(database, reference)).toEqual(
    [0, 1, 2].map((place) => ({ place, status: "processing", may_send: expect.anything() })),
  );
  expect(await workOnPayoutBatches(database, { environment: "live" })).toBe(0);
});
