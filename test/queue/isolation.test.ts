import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/database.ts";
import { readNameEnquiry, requestNameEnquiry } from "../../sql/queries/name-enquiries.ts";
import { requestVirtualAccount } from "../../sql/queries/virtual-accounts.ts";
import { sql } from "../../sql/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { startProvider } from "../helpers/start-provider.ts";
import { startTestWorkers } from "../helpers/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, acceptTestPayouts, findPayout } from "../payouts/accept-test-payouts.ts";

const noRow = sql.type(z.object({}));
const count = sql.type(z.object({ n: z.number() }));
const request = { customerEmail: "payer@example.com", amount: 900n, expiresInMinutes: 30 };

const waiting = (database: Database) =>
  database.oneFirst(count`select count(*)::integer as n from virtual_accounts where status = 'provisioning'`);

describe.concurrent("a live payout starts at once", () => {
  test("while 240 accounts are being provisioned at a provider that does not answer", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    provider.misbehave("account", "hang");
    const strangers = await createFundedMerchant(database, 0n, "live");
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    for (let payer = 0; payer < 240; payer += 1) await requestVirtualAccount(database, strangers, request);
    await using _workers = await startTestWorkers(databaseUrl, { ...provider.env, SHUTDOWN_GRACE_MS: "0" });
    // Half of the eight slots.
    await eventually(() => Promise.resolve(expect(provider.calls.account).toBeGreaterThanOrEqual(4)));

    const reference = await acceptTestPayout(database, tenant);
    await eventually(async () => expect((await findPayout(database, reference)).status).toBe("succeeded"));
    expect(await waiting(database)).toBe(240);
  });

  test("while 300 test payouts wait for something that a test merchant's own requests hold", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    const tester = await createFundedMerchant(database, 1_000_000n);
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    await acceptTestPayouts(database, tester, { count: 300 });
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
      expect(await of("pending")).toBeGreaterThan(200);
      await holder.query("rollback");
    } finally {
      await holder.end();
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

test("a live name enquiry is answered while another merchant's wait for a bank that hangs", async ({
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

  // What it was asked before hangs on.
  provider.behave();
  const id = (await requestNameEnquiry(database, tenant, account(1)))!;
  await eventually(
    async () => expect(await readNameEnquiry(database, id)).toMatchObject({ status: "resolved" }),
    4_000,
  );
  expect(provider.calls.name).toBe(5);
});

test("an account that nobody waits for any more is not asked for: it fails", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database);
  const late = await requestVirtualAccount(database, tenant, request);
  await database.query(noRow`
    update virtual_accounts set inserted_at = inserted_at - interval '21 seconds' where id = ${late}`);
  const inTime = await requestVirtualAccount(database, tenant, request);

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
