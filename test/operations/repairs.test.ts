import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { requestIdentityCheck } from "../../sql/identity/identity-checks.ts";
import { requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { requestVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import {
  balancesOf,
  createCryptoCollection,
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  destination,
  findEvents,
  ledgerDrift,
  payIn,
  resolveDestination,
  setEndpoint,
} from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimDelivery, claimPayout, finishPayout, recordAttempt } from "../helpers/worker-steps.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const reason = "ticket 12";
const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);
/** The rows that a script shows; it must not refuse. */
async function show(databaseUrl: string, script: string, values: Record<string, string> = {}) {
  const rows = await runOpsScript(databaseUrl, script, values);
  if (typeof rows === "string") throw new Error(rows);
  return rows;
}

/** As though attempts of a job had failed. */
const failJobs = (database: Database, task: string) =>
  run(
    database,
    sql.fragment`
    update queue_test_money._private_jobs
    set last_error = 'the provider of 0123456789 is down', attempts = 7, run_at = now() + interval '1 hour'
    where key like ${`${task}:%`}`,
  );

test("stuck lookups are those without a result for long, with their jobs and nothing personal", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 100_000n);
  await requestNameEnquiry(database, tenant, destination);
  await requestIdentityCheck(database, {
    tenant,
    type: "bvn",
    identifierHashes: [randomBytes(32)],
    encryptedRequest: Buffer.from("22222222222"),
    encryptedPhone: Buffer.from("08031234567"),
    phoneHashes: [],
    caller: undefined,
  });
  await requestVirtualAccount(database, {
    tenant,
    customerEmail: "payer@example.com",
    amount: 900n,
    expiresInMinutes: 30,
  });
  expect(await show(databaseUrl, "stuck-lookups")).toEqual([]);
  for (const change of [
    sql.fragment`update name_enquiries set last_requested_at = now() - interval '1 minute'`,
    sql.fragment`update identity_checks set inserted_at = now() - interval '2 minutes'`,
    sql.fragment`
      update virtual_accounts set inserted_at = now() - interval '3 minutes' where status = 'provisioning'`,
  ])
    await run(database, change);
  const merchant = await merchantOf(database, tenant);
  const stuck = await show(databaseUrl, "stuck-lookups");
  expect(stuck).toMatchObject(
    ["provision_virtual_account", "check_identity", "enquire_name"].map((kind) => ({
      kind,
      merchant,
      environment: "test",
      job: expect.stringMatching(`^${kind}:`),
      attempts: 0,
    })),
  );
  expect(JSON.stringify(stuck)).not.toMatch(/0123456789|22222222222|08031234567|payer@/);
});

test("jobs of a task that failed run again, those of the environment alone, and no more than asked for", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 1_000_000n);
  await resolveDestination(database, tenant);
  const payouts = [];
  for (let n = 0; n < 3; n += 1) payouts.push((await createPayout(database, tenant)).id);
  const retry = (values: Record<string, string> = {}) =>
    runOpsScript(databaseUrl, "retry-jobs", {
      task: "execute_payout",
      environment: "test",
      limit: "2",
      reason,
      ...values,
    });
  expect(await retry()).toMatch(/^no job of execute_payout has failed in test and waits/);
  await failJobs(database, "execute_payout");
  expect(await retry({ environment: "live" })).toMatch(/^no job of execute_payout has failed in live/);
  expect(await retry({ task: "pay" })).toMatch(/^--task pay is no task/);
  for (const limit of ["0", "1001"])
    expect(await retry({ limit })).toBe(`--limit ${limit} must be from 1 to 1000`);
  expect(JSON.stringify(await show(databaseUrl, "failing-jobs"))).not.toContain("0123456789");

  const keys = payouts.map((id) => ({ job: `execute_payout:${id}` }));
  expect(await retry()).toEqual(keys.slice(0, 2));
  const due = sql.type(z.object({ key: z.string() }))`
    select key from queued_jobs where attempts = 0 and run_at <= now() and task = 'execute_payout' order by id`;
  expect(await database.anyFirst(due)).toEqual(keys.slice(0, 2).map(({ job }) => job));
});

test("suspense says of each credit what can be done, which then can be", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  const [paid, open] = [
    await createVirtualAccount(database, tenant, 900n),
    await createVirtualAccount(database, tenant, 900n),
  ];
  await payIn(database, paid.reference, 900n);
  await payIn(database, paid.reference, 100n, { payer: { accountName: "KEMI UDO" } });
  await payIn(database, open.reference, 200n);
  await payIn(database, "9876543210", 300n, { providerReference: "bank-3" });
  const listed = await show(databaseUrl, "suspense");
  expect(listed.map(({ amount, action }) => [amount, action])).toEqual([
    [100, "release or refund"],
    [200, "wait"],
    [300, "refund, or name its merchant and release"],
  ]);
  expect(JSON.stringify(listed)).not.toMatch(/9876543210|KEMI/);

  const [first, second, third] = listed.map(({ credit }) => credit as string);
  const merchant = await merchantOf(database, tenant);
  const resolve = (credit: string, resolution: string, values: Record<string, string> = {}) =>
    runOpsScript(databaseUrl, "resolve-suspense", { credit, resolution, reason, ...values });
  expect(await resolve(second!, "release")).toMatch(/is still open: a top-up may complete it/);
  expect(await resolve(third!, "release")).toMatch(/name its merchant/);
  expect(await resolve(third!, "release", { merchant })).toMatchObject([{ status: "settled", amount: 300 }]);
  expect(await resolve(first!, "refund")).toMatchObject([{ status: "refunded" }]);
  expect((await show(databaseUrl, "suspense")).map(({ credit }) => credit)).toEqual([second]);
  expect(await balancesOf(database, tenant)).toMatchObject({ available: 1_200 });
  expect(await ledgerDrift(database)).toEqual([]);
});

test("suspense of a crypto collection, which never expires, can be released or sent back; a top-up still completes it", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  const [topUp, back] = [
    await createCryptoCollection(database, tenant),
    await createCryptoCollection(database, tenant),
  ];
  const pay = (collection: string, amount: bigint) =>
    payIn(database, collection, amount, { currency: "USD" });
  for (const collection of [topUp, back]) await pay(collection, 60n);
  const listed = await show(databaseUrl, "suspense");
  expect(listed.map(({ action }) => action)).toEqual(["release or refund", "release or refund"]);
  const resolve = (credit: unknown, resolution: string) =>
    runOpsScript(databaseUrl, "resolve-suspense", { credit: String(credit), resolution, reason });
  expect(await resolve(listed[0]!["credit"], "release")).toMatchObject([{ status: "settled" }]);
  expect(await resolve(listed[1]!["credit"], "refund")).toMatchObject([{ status: "refunded" }]);
  const states = () =>
    database.anyFirst(sql.type(z.object({ state: z.string() }))`
      select status || ' ' || amount_received as state from collections where currency = 'USD' order by id`);
  expect(await states()).toEqual(["underpaid 60", "awaiting_payment 0"]);
  for (const collection of [topUp, back]) await pay(collection, 40n);
  expect(await states()).toEqual(["succeeded 100", "underpaid 40"]);
  const available = await database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_accounts
    where merchant_id = ${tenant.merchantId} and (environment, currency, kind) = ('test', 'USD', 'available')`);
  expect(available).toBe(100n);
  expect(await ledgerDrift(database)).toEqual([]);
});

test("failing endpoints are those that are off or fail, with what they hold and no secret of the URL", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  await setEndpoint(database, tenant, "https://hooks.example.com/in/token?key=token");
  expect(await show(databaseUrl, "failing-endpoints")).toEqual([]);
  const account = await createVirtualAccount(database, tenant, 900n);
  await payIn(database, account.reference, 900n);
  const [event] = await findEvents(database, "collection.success");
  const { workerId: worker } = await registerWorker(database);
  const delivery = (await claimDelivery(database, event!.id, worker, false))!;
  await recordAttempt(database, event!.id, delivery.fence, {
    url: delivery.url,
    requestHeaders: {},
    durationMs: 12,
    status: 410,
  });
  const listed = await show(databaseUrl, "failing-endpoints");
  expect(listed).toMatchObject([
    {
      environment: "test",
      host: "hooks.example.com",
      status: "off",
      waiting: 1,
      response_status: 410,
      reason: "the endpoint responded with 410 Gone",
    },
  ]);
  expect(JSON.stringify(listed)).not.toContain("token");
});

test("the oldest event of a failing endpoint is shown, although newer ones are tried before it", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  await setEndpoint(database, tenant, "https://hooks.example.com/in");
  for (const amount of [900n, 901n]) {
    const account = await createVirtualAccount(database, tenant, amount);
    await payIn(database, account.reference, amount);
  }
  await run(database, sql.fragment`update webhook_endpoints set failing_since = now()`);
  await run(
    database,
    sql.fragment`update events set created_at = now() - interval '2 hours', next_attempt_at = now() + interval '1 hour'
      where id = (select min(id) from events where delivery_status = 'pending')`,
  );
  const [listed] = await show(databaseUrl, "failing-endpoints");
  expect(listed!.waiting).toBe(2);
  expect(Date.parse(listed!.oldest as string)).toBeLessThan(Date.now() - 3_600_000);
});

describe("workers, locks and tables", () => {
  test("are listed with how old their heartbeats are, and the jobs that nobody alive holds", async ({
    database,
    databaseUrl,
  }) => {
    expect(await show(databaseUrl, "workers")).toEqual([]);
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    for (let n = 0; n < 2; n += 1) await createPayout(database, tenant);
    const { workerId: worker } = await registerWorker(database);
    await run(
      database,
      sql.fragment`
      update queue_test_money._private_jobs
      set locked_at = now(), locked_by = case when id % 2 = 0 then ${String(worker)} else 'dead' end
      where key like 'execute_payout:%'`,
    );
    expect(await show(databaseUrl, "workers")).toMatchObject([
      { slot: 1, jobs: 1 },
      { slot: null, jobs: 1 },
    ]);
  });

  test("a session that waits for a lock is shown with the one that holds it", async ({
    database,
    databaseUrl,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    expect(await show(databaseUrl, "lock-waits")).toEqual([]);
    const locking = `select from merchants where id = ${merchantId} for update`;
    const holder = new pg.Client({ connectionString: databaseUrl, application_name: "the holder" });
    await holder.connect();
    await holder.query(`begin; ${locking}`);
    const waiting = runSql(databaseUrl, locking);
    let seen: Record<string, unknown>[] = [];
    while (seen.length === 0) seen = await show(databaseUrl, "lock-waits");
    expect(seen).toMatchObject([{ lock: "transactionid", blocking_applications: '{"the holder"}' }]);
    await holder.end();
    await waiting;
  });

  test("the largest tables are shown with their dead rows", async ({ database, databaseUrl }) => {
    await createFundedMerchant(database);
    await runSql(databaseUrl, "vacuum banks");
    const tables = await show(databaseUrl, "table-bloat");
    expect(tables).toHaveLength(40);
    expect(tables.map(({ bytes }) => bytes)).toEqual(
      tables.map(({ bytes }) => bytes as number).toSorted((a, b) => b - a),
    );
    // With all its partitions, each of which has three indexes of a page.
    const log = tables.filter(({ table_name }) => String(table_name).startsWith("request_log"));
    expect(log.map(({ table_name }) => table_name)).toContain("request_log");
    expect(log.find(({ table_name }) => table_name === "request_log")!.bytes).toBeGreaterThan(100_000);
    expect(log.filter(({ table_name }) => /default|\d/.test(String(table_name)))).toEqual([]);
  });
});

describe("payouts of a day", () => {
  test("are counted by bank and environment with what failed and what is unknown", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const other = { bankCode: "058", accountNumber: "0123456780", accountName: "BOLA ADE" };
    for (const account of [destination, other]) await resolveDestination(database, tenant, account);
    const claim = async (to = destination) => {
      const { id } = await createPayout(database, tenant, { destination: to });
      return (await claimPayout(database, id))!;
    };
    for (let n = 0; n < 3; n += 1) await finishPayout(database, await claim(), { kind: "succeeded" });
    await finishPayout(database, await claim(other), { kind: "failed", code: "BANK_DOWN", message: "No." });
    const unknown = await claim(other);
    await run(
      database,
      sql.fragment`update payouts set submitted_at = now() - interval '6 minutes' where id = ${unknown.id}`,
    );
    const deferred = await claim();
    await run(database, sql.fragment`update payouts set unsent_since = now() where id = ${deferred.id}`);
    await createPayout(database, tenant);
    const rates = await show(databaseUrl, "payout-rates");
    expect(rates).toMatchObject([
      {
        environment: "test",
        bank: "all",
        sent: 5,
        succeeded: 3,
        failed: 1,
        unknown: 1,
        failed_percent: "20.0",
      },
      { sent: 2, failed: 1, unknown: 1, unknown_percent: "50.0" },
      { sent: 3, succeeded: 3, failed: 0, unknown: 0 },
    ]);
    const merchant = await merchantOf(database, tenant);
    const day = await database.oneFirst(sql.type(z.object({ day: z.string() }))`
      select lagos_day(now())::text as day`);
    const counted = await show(databaseUrl, "merchant-day", { merchant, day });
    for (const row of [
      {
        environment: "test",
        what: "payouts",
        status: "succeeded",
        count: 3,
        amount: "300000",
        currency: "NGN",
      },
      { environment: "test", what: "payouts", status: "failed", count: 1, amount: "100000", currency: "NGN" },
      {
        environment: "test",
        what: "collections",
        status: "succeeded",
        count: 1,
        amount: "10000000",
        currency: "NGN",
      },
    ])
      expect(counted).toContainEqual(row);
    expect(await show(databaseUrl, "merchant-day", { merchant, day: "2020-01-01" })).toEqual([]);
    expect(await runOpsScript(databaseUrl, "merchant-day", { merchant: "mer_unknown", day })).toContain(
      "there is no merchant",
    );
    expect(await runOpsScript(databaseUrl, "merchant-day", { merchant, day: "2026-02-30" })).toContain(
      "--day: must be a day",
    );
  });
});
