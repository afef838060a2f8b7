import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { readNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import { requestCryptoCollection } from "../../sql/collections/collections.ts";
import { requestVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, createVirtualAccount, ledgerDrift } from "../helpers/records.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { askCheck } from "../identity/check-identity.ts";
import { acceptTestPayout, acceptTestPayouts, findPayout } from "../payouts/accept-test-payouts.ts";
import { emptyQueue } from "./queued-jobs.ts";
import { recordCredit } from "../helpers/record-credit.ts";
import { asOperator } from "../helpers/as-operator.ts";

const noRow = sql.type(z.object({}));
const count = sql.type(z.object({ n: z.number() }));
const request = { customerEmail: "payer@example.com", amount: 900n, expiresInMinutes: 30 };

const waiting = (database: Database) =>
  database.oneFirst(count`select count(*)::integer as n from virtual_accounts where status = 'provisioning'`);

describe.concurrent("a live payout starts at once", () => {
  test("while 40 accounts are being provisioned at a provider that does not respond", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    provider.misbehave("account", "hang");
    const strangers = await createFundedMerchant(database, 0n, "live");
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    for (let payer = 0; payer < 40; payer += 1)
      await requestVirtualAccount(database, { tenant: strangers, ...request });
    await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
    // The merchant gets half of the eight slots.
    await eventually(() => Promise.resolve(expect(provider.calls.account).toBeGreaterThanOrEqual(4)));

    const reference = await acceptTestPayout(database, tenant);
    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("succeeded"));
    expect(await waiting(database)).toBe(40);
  });

  test("while 40 live payouts of another merchant wait for a provider that hangs", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    provider.misbehave("transfer", "hang");
    const large = await createFundedMerchant(database, 1_000_000n, "live");
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    await acceptTestPayouts(database, large, { count: 40 });
    await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
    // The merchant gets half of the eight slots.
    await eventually(() => Promise.resolve(expect(provider.calls.transfer).toBe(4)));

    // Jobs that it was sent before still hang.
    provider.behave();
    const reference = await acceptTestPayout(database, tenant);
    await eventually(
      async () => expect((await findPayout(database, reference)).status).toBe("succeeded"),
      4_000,
    );
    expect(provider.calls.transfer).toBe(5);
  });

  test("while 60 test payouts wait for something that a test merchant's own requests hold", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const tester = await createFundedMerchant(database, 1_000_000n);
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    await acceptTestPayouts(database, tester, { count: 60 });
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select from ledger_accounts where merchant_id = $1 for update", [tester.merchantId]);
    try {
      await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
      const of = (status: string) =>
        database.oneFirst(count`
          select count(*)::integer as n from payouts where environment = 'test' and status = ${status}`);
      await eventually(async () => expect(await of("processing")).toBeGreaterThanOrEqual(4));

      const reference = await acceptTestPayout(database, tenant);
      await eventually(async () => expect((await findPayout(database, reference)).status).toBe("succeeded"));
      expect(await of("pending")).toBeGreaterThan(40);
      await holder.query("rollback");
    } finally {
      await holder.end();
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

test("of the payouts of a merchant that wait, few have jobs, and all are sent in turn", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n);
  await acceptTestPayouts(database, tenant, { count: 20 });
  const later = await acceptTestPayouts(database, tenant, { count: 20 });
  const jobs = count`select count(*)::integer as n from queued_jobs where task = 'execute_payout'`;
  expect(await database.oneFirst(jobs)).toBe(10);

  // One that is canceled makes room, as one that is sent does.
  const oldest = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from payouts order by id limit 1`);
  await cancelPayout(database, { tenant, reference: oldest, ...asOperator });
  expect(await database.oneFirst(jobs)).toBe(10);

  await using _workers = await startTestWorkers(databaseUrl);
  await eventually(async () => {
    expect((await findPayout(database, later.at(-1)!)).status).toBe("succeeded");
    expect(
      await database.oneFirst(count`
      select count(*)::integer as n from payouts where status = 'succeeded'`),
    ).toBe(39);
  });
  expect(await ledgerDrift(database)).toEqual([]);
});

test("of the payouts of a merchant to poll, and of the money that came in, few have jobs, and all are done in turn", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n);
  await emptyQueue(database);
  await acceptTestPayouts(database, tenant, { count: 20 });
  await database.query(noRow`
    update payouts set status = 'processing', fence = 1, submitted_at = now(), next_confirmation_at = now()`);
  const account = await createVirtualAccount(database, tenant, 900n);
  for (let credit = 0; credit < 20; credit += 1)
    await recordCredit(database, {
      environment: "test",
      recipient: account.reference,
      providerReference: `crd-${credit}`,
      amount: 10n,
      currency: "NGN",
      payer: null,
      confirmed: true,
    });
  await reconcile(database, { environment: "test" });
  // Every look for a job reads those that wait.
  const jobs = (task: string) =>
    database.oneFirst(count`select count(*)::integer as n from queued_jobs where task = ${task}`);
  expect(await jobs("confirm_payout")).toBeLessThanOrEqual(10);
  expect(await jobs("settle_credit")).toBeLessThanOrEqual(10);

  await using _workers = await startTestWorkers(databaseUrl);
  await eventually(async () => {
    expect(
      await database.oneFirst(count`select count(*)::integer as n from payouts where status = 'succeeded'`),
    ).toBe(20);
    expect(
      await database.oneFirst(count`select count(*)::integer as n from credits where status = 'received'`),
    ).toBe(0);
  });
  expect(await ledgerDrift(database)).toEqual([]);
});

test("of a merchant's accounts and addresses that wait, few have jobs, and all are provisioned in turn", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  const wanted = { amount: 2_500n, chain: "tron", token: "USDT", customerEmail: null } as const;
  for (let payer = 0; payer < 35; payer += 1) {
    await requestVirtualAccount(database, { tenant, ...request });
    await requestCryptoCollection(database, { tenant, ...wanted });
  }
  await database.query(noRow`update virtual_accounts set created_at = created_at - interval '1 minute'`);
  await database.query(noRow`update collections set created_at = created_at - interval '1 minute'`);
  await reconcile(database, { environment: "test" });
  // Every look for a job reads those that wait.
  const jobs = (task: string) =>
    database.oneFirst(count`select count(*)::integer as n from queued_jobs where task = ${task}`);
  expect(await jobs("provision_virtual_account")).toBe(30);
  expect(await jobs("provision_crypto_address")).toBe(30);

  await using _workers = await startTestWorkers(databaseUrl);
  await eventually(async () => {
    expect(
      await database.oneFirst(count`
        select count(*)::integer as n from virtual_accounts where status = 'active'`),
    ).toBe(35);
    expect(
      await database.oneFirst(count`
        select count(*)::integer as n from collections where status = 'awaiting_payment' and address is not null`),
    ).toBe(35);
  }, 15_000);
});

test("a live name enquiry is done while another merchant's wait for a bank that hangs", async ({
  database,
  databaseUrl,
}) => {
  await using provider = await startProvider();
  provider.misbehave("name", "hang");
  const strangers = await createFundedMerchant(database, 0n, "live");
  const tenant = await createFundedMerchant(database, 0n, "live");
  const account = (number: number) => ({ bankCode: "058", accountNumber: String(number).padStart(10, "0") });
  const asked = await Promise.allSettled(
    Array.from({ length: 200 }, (_, number) => requestNameEnquiry(database, strangers, account(number))),
  );
  const accepted = asked.filter(({ status }) => status === "fulfilled").length;
  // A few more than a hundred, since they come at the same time.
  expect(accepted).toBeGreaterThanOrEqual(100);
  expect(accepted).toBeLessThan(200);
  await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
  await eventually(() => Promise.resolve(expect(provider.calls.name).toBe(4)));

  // Questions that it was asked before still hang.
  provider.behave();
  const id = (await requestNameEnquiry(database, tenant, account(1)))!;
  await eventually(
    async () =>
      expect(await readNameEnquiry(database, tenant, account(1), id)).toMatchObject({ status: "resolved" }),
    4_000,
  );
  expect(provider.calls.name).toBe(5);
});

test("a live name enquiry is done while two merchants' identity checks wait for a register that hangs", async ({
  database,
  databaseUrl,
}) => {
  await using provider = await startProvider();
  provider.misbehave("identity", "hang");
  for (let merchant = 0; merchant < 2; merchant += 1) {
    const strangers = await createFundedMerchant(database, 1_000_000n, "live");
    for (let person = 0; person < 10; person += 1)
      await askCheck(database, strangers, {
        identifier: `2222222${merchant}${person}00`,
        phone: "08012345678",
      });
  }
  const tenant = await createFundedMerchant(database, 0n, "live");
  await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
  // Both together get six of the eight slots.
  await eventually(() => Promise.resolve(expect(provider.calls.identity).toBeGreaterThanOrEqual(6)));

  const account = { bankCode: "058", accountNumber: "0000000001" };
  const id = (await requestNameEnquiry(database, tenant, account))!;
  await eventually(
    async () =>
      expect(await readNameEnquiry(database, tenant, account, id)).toMatchObject({ status: "resolved" }),
    4_000,
  );
  expect(provider.calls.identity).toBe(6);
});

test("an account that nobody waits for any more is not requested: it fails", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  const late = await requestVirtualAccount(database, { tenant, ...request });
  await database.query(noRow`
    update virtual_accounts set inserted_at = inserted_at - interval '21 seconds' where id = ${late}`);
  const inTime = await requestVirtualAccount(database, { tenant, ...request });

  await using _workers = await startTestWorkers(databaseUrl);
  const status = (id: bigint) =>
    database.oneFirst(
      sql.type(z.object({ status: z.string() }))`select status from virtual_accounts where id = ${id}`,
    );
  await eventually(async () =>
    expect([await status(late), await status(inTime)]).toEqual(["failed", "active"]),
  );
  expect(await database.oneFirst(count`select count(*)::integer as n from sandbox_accounts`)).toBe(1);
});
