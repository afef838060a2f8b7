import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { registry } from "../../sql/process/metrics/registry.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { startSchedule } from "../../workers/schedule.ts";
import { givePolicy } from "../approvals/team.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, createVirtualAccount, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { batchItems, createReadyBatch, start } from "../payout-batches/batch-steps.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { createPaidCollection, createRefund } from "../refunds/create-collection.ts";
import { emptyQueue, findJobs } from "./queued-jobs.ts";

const noRow = sql.type(z.object({}));
const count = sql.type(z.object({ count: z.number() }));

const jobsOfPayouts = async (database: Database) =>
  (await findJobs(database)).filter(({ task }) => task === "execute_payout").length;
const payoutsOfBatches = (database: Database) =>
  database.oneFirst(count`select count(*)::integer as count from payouts where batch_id is not null`);
const activeAccounts = (database: Database) =>
  database.oneFirst(count`select count(*)::integer as count from virtual_accounts where status = 'active'`);

/** Work for several steps: a batch's slice, a lost job, and an account. */
async function createWork(database: Database): Promise<void> {
  const tenant = await createFundedMerchant(database, 100_000_000n);
  await createVirtualAccount(database, tenant, 900n);
  await database.query(noRow`update virtual_accounts set expires_at = now() - interval '1 minute'`);
  await start(database, tenant, await createReadyBatch(database, tenant, batchItems(250)));
  await acceptTestPayouts(database, tenant, { count: 1 });
  await database.query(noRow`update payouts set created_at = created_at - interval '1 minute'`);
  await emptyQueue(database);
  expect(await jobsOfPayouts(database)).toBe(0);
  expect(await payoutsOfBatches(database)).toBe(200);
  expect(await activeAccounts(database)).toBe(1);
}

describe("a step of the sweep that fails", () => {
  test("keeps back no other, and is told", async ({ database, databaseUrl }) => {
    await createWork(database);
    await database.query(noRow`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'it fails'; end $$`);
    await database.query(noRow`
      create trigger fail before update on virtual_accounts for each row execute function fail()`);
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    try {
      // What waits for a job is read from this table too, and no other step reads it.
      await holder.query("begin");
      await holder.query("lock table host_checks");
      await expect(reconcile(database, { environment: "test" })).rejects.toThrow(
        /^test: lost jobs: .*lock timeout \(55P03\); virtual accounts: it fails \(P0001\)$/,
      );
    } finally {
      await holder.end();
    }
    expect(await activeAccounts(database)).toBe(1);

    await emptyQueue(database);
    await expect(reconcile(database, { environment: "test" })).rejects.toThrow(
      "test: virtual accounts: it fails (P0001)",
    );
    expect(await jobsOfPayouts(database)).toBeGreaterThan(0);

    await database.query(noRow`drop trigger fail on virtual_accounts`);
    await reconcile(database, { environment: "test" });
    expect(await activeAccounts(database)).toBe(0);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("because it takes too long keeps back no other either", async ({ database }) => {
    await createWork(database);
    await database.query(noRow`
      create function linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(60); return new; end $$`);
    await database.query(noRow`
      create trigger linger before update on virtual_accounts for each row execute function linger()`);
    const failures = await database.transaction(async (transaction) => {
      await transaction.query(noRow`set local statement_timeout = '2s'`);
      return transaction.oneFirst(sql.type(z.object({ failures: z.array(z.string()) }))`
        select failures from reconcile('test')`);
    });
    expect(failures).toEqual([expect.stringMatching(/^virtual accounts: .*\(57014\)$/)]);
    expect(await jobsOfPayouts(database)).toBeGreaterThan(0);
    expect(await activeAccounts(database)).toBe(1);
  });

  test("keeps back no test work if it is one of live, and both are told", async ({ database }) => {
    await createWork(database);
    await database.query(noRow`alter function sum_float_changes() rename to sum_float_changes_gone`);
    await database.query(
      noRow`alter function expire_approvals(text, bigint[]) rename to expire_approvals_gone`,
    );
    const counted = async (environment: string) =>
      (await registry.getSingleMetric("payments_sweep_failures_total")!.get()).values.find(
        ({ labels }) => labels["environment"] === environment,
      )?.value ?? 0;
    const before = { live: await counted("live"), test: await counted("test") };
    const failed = new Set<string>();
    const schedule = startSchedule(database, {
      workerId: 0n,
      onError: (what) => (error) => void failed.add(`${what}: ${String(error)}`),
    });
    try {
      await eventually(async () => {
        expect([await payoutsOfBatches(database), await activeAccounts(database)]).toEqual([250, 0]);
        expect(await jobsOfPayouts(database)).toBeGreaterThan(0);
        expect(failed.size).toBe(2);
      }, 15_000);
    } finally {
      await schedule.stop();
    }
    expect(await counted("live")).toBeGreaterThan(before.live);
    expect(await counted("test")).toBeGreaterThan(before.test);
    expect([...failed]).toEqual([
      expect.stringMatching(/^the sweep failed: Error: live: floats: .*\(42883\); approvals: .*\(42883\)$/),
      expect.stringMatching(/^the sweep failed: Error: test: approvals: .*\(42883\)$/),
    ]);
  });
});

test("a slice of a batch stays made where a later one takes too long, which keeps back nothing else", async ({
  database,
}) => {
  const tenant = await createFundedMerchant(database, 100_000_000n);
  await createVirtualAccount(database, tenant, 900n);
  await database.query(noRow`update virtual_accounts set expires_at = now() - interval '1 minute'`);
  await start(database, tenant, await createReadyBatch(database, tenant, batchItems(650)));
  await database.query(noRow`
    create function take_long() returns trigger language plpgsql as $$
    begin
      if new.batch_place >= 400 then raise 'canceled' using errcode = 'query_canceled'; end if;
      return new;
    end $$`);
  await database.query(noRow`
    create trigger take_long before insert on payouts for each row execute function take_long()`);
  const schedule = startSchedule(database, { workerId: 0n, onError: () => () => {} });
  try {
    await eventually(async () => expect(await activeAccounts(database)).toBe(0), 15_000);
  } finally {
    await schedule.stop();
  }
  expect(await payoutsOfBatches(database)).toBe(400);
});

test("a merchant whose balance is locked waits for the next sweep, and holds up nobody else", async ({
  database,
  databaseUrl,
}) => {
  const tenants = [
    await createFundedMerchant(database, 1_000_000n, "live"),
    await createFundedMerchant(database, 1_000_000n, "live"),
  ];
  for (const tenant of tenants) {
    await givePolicy(database, tenant, { amountMax: 1 });
    await acceptTestPayouts(database, tenant, { count: 1 });
    await createRefund(
      database,
      tenant,
      await createPaidCollection(database, tenant, 9_000n, { name: "KEMI" }),
    );
  }
  await database.query(noRow`update approvals set expires_at = now()`);
  await database.query(noRow`update payouts set created_at = now() - interval '90 days'`);
  const canceled = async () =>
    Promise.all(
      tenants.map(({ merchantId }) =>
        database.oneFirst(count`
          select count(*)::integer as count from payouts where merchant_id = ${merchantId} and status = 'canceled'`),
      ),
    );
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query("select from ledger_accounts where merchant_id = $1 for update", [
      tenants[0]!.merchantId,
    ]);
    await reconcile(database, { environment: "live" });
    expect(await canceled()).toEqual([0, 2]);
  } finally {
    await holder.end();
  }
  await reconcile(database, { environment: "live" });
  expect(await canceled()).toEqual([2, 2]);
  expect(await ledgerDrift(database)).toEqual([]);
});
