import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { createFundedMerchant, createLink } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { emptyQueue } from "./queued-jobs.ts";

const noRow = sql.type(z.object({}));

type Accounts = {
  through?: GatewayName;
  count?: number;
  /** The first is due in so long, and each after it a second later. */
  due?: string;
  /** Payers opened them by this payment link. */
  link?: string;
};

/** Adds live accounts that came to their end, which are to be polled at a provider. */
const addAccounts = (
  database: Database,
  { merchantId }: Tenant,
  { through = "http", count = 1, due = "-1 second", link }: Accounts = {},
) =>
  database.query(noRow`
    insert into virtual_accounts (
      reference, merchant_id, environment, status, customer_email, amount, currency, expires_in_minutes, bank_code,
      bank_name, account_number, account_name, expires_at, provisioned_through, provider_account, next_poll_at,
      payment_link_id
    )
    select new_reference('va'), ${merchantId}, 'live', 'expired', 'payer@example.com', 500000, 'NGN', 30, '035',
      'Wema Bank', lpad(n::text, 10, '0'), 'KADUNA BOOKS', now() - interval '1 hour', ${through}, 'account ' || n,
      now() + ${due}::interval + make_interval(secs => n - 1),
      (select id from payment_links where slug = ${link ?? null})
    from generate_series(1, ${count}::integer) n`);

/** Whose accounts have jobs, with the provider: one entry for each job. */
const accountsAsked = (database: Database) =>
  database.any(sql.type(
    z.object({ merchant_id: z.bigint(), through: z.string(), is_payers: z.boolean(), key: z.string() }),
  )`
    select v.merchant_id, v.provisioned_through as through, v.payment_link_id is not null as is_payers, j.key
    from queued_jobs j join virtual_accounts v on j.key = 'poll_account:' || v.id
    order by v.next_poll_at`);

/** Adds merchants that have the newest account of another each, if it has one, which is due in so long. */
async function addMerchantsWithOneAccount(
  database: Database,
  { merchantId }: Tenant,
  count: number,
  due: string,
) {
  await database.query(noRow`
    with made as (
      insert into merchants (reference, name, email)
      select new_reference('mer'), 'Kaduna Books', 'owner@kadunabooks.example' from generate_series(1, ${count})
      returning id
    )
    insert into virtual_accounts (
      reference, merchant_id, environment, status, customer_email, amount, currency, expires_in_minutes, bank_code,
      bank_name, account_number, account_name, expires_at, provisioned_through, provider_account, next_poll_at
    )
    select new_reference('va'), made.id, v.environment, v.status, v.customer_email, v.amount, v.currency,
      v.expires_in_minutes, v.bank_code, v.bank_name, v.account_number, v.account_name, v.expires_at,
      v.provisioned_through, v.provider_account, now() + ${due}::interval
    from made
    cross join (select * from virtual_accounts where merchant_id = ${merchantId} order by id desc limit 1) v`);
}

describe("questions what came in to accounts", () => {
  test("are polled at a provider however many wait at another", async ({ database }) => {
    const dead = await createFundedMerchant(database, 0n, "live");
    const tenant = await createFundedMerchant(database, 0n, "live");
    await addAccounts(database, dead, { through: "paystack", count: 1_000, due: "-5 hours" });
    await addAccounts(database, tenant, { through: "paystack", count: 1_000, due: "-5 hours" });
    await addAccounts(database, tenant, { through: "monnify" });
    await reconcile(database, { environment: "live" });
    const asked = await accountsAsked(database);
    expect(asked.map(({ through }) => through).toSorted()).toEqual(["monnify", ...Array(5).fill("paystack")]);
  });

  test("are polled for a merchant however many of another's wait, and of each the oldest first", async ({
    database,
  }) => {
    const large = await createFundedMerchant(database, 0n, "live");
    const small = await createFundedMerchant(database, 0n, "live");
    await addAccounts(database, large, { count: 1_000, due: "-5 hours" });
    await addAccounts(database, small);
    await reconcile(database, { environment: "live" });
    const asked = await accountsAsked(database);
    expect(asked.at(-1)!.merchant_id).toBe(small.merchantId);
    const oldest = await database.anyFirst(sql.type(z.object({ key: z.string() }))`
      select 'poll_account:' || id as key from virtual_accounts order by next_poll_at limit 3`);
    expect(asked.slice(0, -1).map(({ key }) => key)).toEqual(oldest.slice(0, asked.length - 1));
    // While no worker takes them, no further ones get a job.
    await reconcile(database, { environment: "live" });
    expect((await accountsAsked(database)).length).toBeLessThanOrEqual(4);
  });

  test("are polled for what a merchant opened, however many accounts strangers opened at its links", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    const link = await createLink(database, tenant);
    await addAccounts(database, tenant, { count: 1_000, due: "-5 hours", link });
    await addAccounts(database, tenant);
    await reconcile(database, { environment: "live" });
    const asked = await accountsAsked(database);
    expect(asked.map(({ is_payers: isPayers }) => isPayers)).toEqual([...Array(5).fill(true), false]);
  });

  test("come to each of many merchants in turn, five at a time", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await addAccounts(database, tenant, { due: "-5 hours" });
    await addMerchantsWithOneAccount(database, tenant, 39, "-5 hours");
    const turns = await database.any(sql.type(z.object({ asked: z.number(), merchants: z.number() }))`
      select count(*)::integer as asked, count(distinct asked.merchant_id)::integer as merchants
      from generate_series(1, 300) turn
      cross join lateral due_account_polls(5, now() + turn * interval '10 s') asked
      group by turn`);
    expect(new Set(turns.map(({ asked, merchants }) => `${asked} of ${merchants}`))).toEqual(
      new Set(["5 of 5"]),
    );
    const inTurn = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
      select count(distinct asked.merchant_id)::integer as n
      from generate_series(1, 300) turn
      cross join lateral due_account_polls(5, now() + turn * interval '10 s') asked`);
    expect(inTurn).toBe(40);
  });

  test("are found by few reads, whatever waits or is planned", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    const link = await createLink(database, tenant);
    await addAccounts(database, tenant, { count: 1_000, due: "-20 hours" });
    await addAccounts(database, tenant, { count: 1_000, due: "-20 hours", link });
    await addAccounts(database, tenant, { through: "monnify", due: "1 hour" });
    await addMerchantsWithOneAccount(database, tenant, 2_000, "1 hour");
    await emptyQueue(database);
    await database.query(noRow`analyze`);
    // At most three hundred merchants, those that are polled, and what their jobs are about.
    expect(await rowsReadBy(database, sql.fragment`reconcile('live', '{}')`)).toBeLessThan(500);
    expect(await accountsAsked(database)).toHaveLength(10);

    // So the only one that is due of all merchants has its turn some time.
    await database.query(noRow`
      update virtual_accounts set next_poll_at = now() where id = (select max(id) - 1000 from virtual_accounts)`);
    const turns = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
      select count(*)::integer as n
      from generate_series(1, 300) turn
      cross join lateral due_account_polls(5, now() + turn * interval '10 s') asked
      join virtual_accounts v on v.id = asked.id and v.provisioned_through = 'monnify'`);
    expect(turns).toBeGreaterThan(0);
  });
});

type Notices = { count?: number; due?: string };

/** Adds transactions that a provider named, of a merchant or of nobody. The first is due in so long. */
const addNotices = (
  database: Database,
  tenant: Pick<Tenant, "merchantId"> | null,
  { count = 1, due = "-1 second" }: Notices = {},
) =>
  database.query(noRow`
    insert into credit_notices (gateway, transaction, recipient, merchant_id, next_poll_at)
    select 'monnify', gen_random_uuid()::text, 'va_00000000000000000000000000', ${tenant?.merchantId ?? null},
      now() + ${due}::interval + make_interval(secs => n - 1)
    from generate_series(1, ${count}::integer) n`);

/** How many questions about transactions have jobs, by the merchant. */
const creditsAsked = async (database: Database) =>
  new Map(
    (
      await database.any(sql.type(z.object({ merchant_id: z.bigint().nullable(), n: z.number() }))`
        select n.merchant_id, count(*)::integer as n
        from queued_jobs j join credit_notices n on j.key = 'confirm_credit:' || n.id group by 1`)
    ).map(({ merchant_id: id, n }) => [id, n]),
  );

describe("questions about transactions that a provider named", () => {
  test("are polled for a merchant however many of another's wait, and before no payout", async ({
    database,
  }) => {
    const large = await createFundedMerchant(database, 0n, "live");
    const small = await createFundedMerchant(database, 0n, "live");
    await addNotices(database, large, { count: 1_000, due: "-5 hours" });
    await reconcile(database, { environment: "live" });
    expect([...(await creditsAsked(database))]).toEqual([[large.merchantId, 100]]);
    await addNotices(database, small);
    await addNotices(database, null);
    await reconcile(database, { environment: "live" });
    const asked = await creditsAsked(database);
    expect(asked).toEqual(
      new Map<bigint | null, number>([
        [large.merchantId, 100],
        [small.merchantId, 1],
        [null, 1],
      ]),
    );
    const priorities = sql.type(z.object({ priority: z.number() }))`
      select distinct priority from queued_jobs where task = 'confirm_credit'`;
    expect(await database.anyFirst(priorities)).toEqual([0]);
  });

  test("come to each of many merchants in turn, a hundred at a time", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await addMerchantsWithOneAccount(database, tenant, 250, "1 hour");
    await database.query(noRow`
      insert into credit_notices (gateway, transaction, recipient, merchant_id)
      select 'monnify', gen_random_uuid()::text, 'va_00000000000000000000000000', m.id
      from merchants m cross join generate_series(1, 3)`);
    const turns = await database.any(sql.type(z.object({ asked: z.number(), merchants: z.number() }))`
      select count(*)::integer as asked, count(distinct n.merchant_id)::integer as merchants
      from generate_series(1, 5) turn
      cross join lateral due_credit_notices(100, now() + turn * interval '10 s') n
      group by turn`);
    expect(turns).toEqual(Array.from({ length: 5 }, () => ({ asked: 100, merchants: 100 })));
    const inTurn = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
      select count(distinct n.merchant_id)::integer as n
      from generate_series(1, 60) turn
      cross join lateral due_credit_notices(100, now() + turn * interval '10 s') n`);
    expect(inTurn).toBe(251);
  });

  test("are found by few reads, whatever waits, is planned or was the last", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await addNotices(database, tenant, { count: 2_000, due: "-30 hours" });
    await database.query(noRow`
      update credit_notices set status = 'recorded', next_poll_at = null where id % 10 = 0`);
    const read = sql.fragment`due_credit_notices(100)`;
    await database.query(noRow`analyze`);
    expect(await rowsReadBy(database, read)).toBeLessThan(150);
    await addMerchantsWithOneAccount(database, tenant, 3_000, "1 hour");
    await database.query(noRow`
      insert into credit_notices (gateway, transaction, recipient, merchant_id, next_poll_at)
      select 'monnify', gen_random_uuid()::text, 'va_00000000000000000000000000', m.id, now() + interval '1 hour'
      from merchants m`);
    await database.query(noRow`analyze`);
    expect(await rowsReadBy(database, read)).toBeLessThan(1_150);
  });
});
