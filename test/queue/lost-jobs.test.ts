import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { requestCryptoCollection } from "../../sql/collections/collections.ts";
import { emitTestEvent } from "../../sql/webhooks/events/events.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { requestVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { recordHeartbeat, registerWorker } from "../../sql/queue/workers/workers.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import {
  createFundedMerchant,
  createLink,
  createVirtualAccount,
  findEvents,
  payIn,
  provisionVirtualAccount,
  recordSimulatedCredit,
  setEndpoint,
} from "../helpers/records.ts";
import { startSchedule } from "../../workers/schedule.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";
import { emptyQueue, findJobs } from "./queued-jobs.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const noRow = sql.type(z.object({}));
const HANGS_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

const lock = (database: Database, name: string, change = sql.fragment`attempts = attempts + 1`) =>
  database.query(noRow`
    update queue_test_money._private_jobs set locked_by = ${name}, locked_at = now(), ${change}
    where id = (select min(id) from queue_test_money._private_jobs where locked_by is null)`);

describe("a job that is locked by no living worker", () => {
  test("is unlocked, however that came to be, and goes if it was replaced", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 50_000n);
    await emptyQueue(database);
    await acceptTestPayouts(database, tenant, { count: 4 });
    const { workerId: worker } = await registerWorker(database);
    await lock(database, String(worker));
    await lock(database, "unknown");
    await lock(database, "unknown", sql.fragment`key = null, attempts = max_attempts`);
    await lock(database, String(worker), sql.fragment`key = null, attempts = max_attempts`);

    expect(await recordHeartbeat(database, { workerId: worker })).not.toBeNull();
    const jobs = (await findJobs(database)).filter(({ task }) => task === "execute_payout");
    expect(jobs.map(({ locked, key }) => [locked, key === null])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ]);
  });

  test("is found without a look at those that wait", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    for (let batch = 0; batch < 2; batch += 1) await acceptTestPayouts(database, tenant, { count: 500 });
    await lock(database, "unknown");
    await database.query(noRow`analyze queue_test_money._private_jobs`);
    expect(await rowsReadBy(database, sql.fragment`sweep_queues()`)).toBeLessThan(100);
  });
});

test(
  "a worker that was paused beyond its lease takes no job when it wakes, and ends",
  { timeout: 180_000 },
  async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 500_000n);
    await emptyQueue(database);
    await using sleeper = startWorkerProcess(databaseUrl);
    await sleeper.ready;
    sleeper.signal("SIGSTOP");
    await acceptTestPayouts(database, tenant, { count: 40 });
    const { workerId: other } = await registerWorker(database);
    await eventually(async () => {
      expect(await recordHeartbeat(database, { workerId: other })).not.toBeNull();
      const workers = sql.type(
        z.object({ n: z.number() }),
      )`select count(*)::integer as n from worker_processes`;
      expect(await database.oneFirst(workers)).toBe(1);
    }, HANGS_MS);

    // With the table locked, its heartbeat cannot tell it that it was given up.
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table worker_processes");
    sleeper.signal("SIGCONT");
    const asking = sql.type(z.object({ n: z.number() }))`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => expect(await database.oneFirst(asking)).toBeGreaterThan(0), HANGS_MS);
    await holder.end();
    expect(await sleeper.ended).toEqual({ code: 1, signal: null });
    const untouched = (await findJobs(database)).filter(
      ({ task, attempts }) => task === "execute_payout" && attempts === 0,
    );
    // Of a merchant's payouts that wait, the oldest have jobs.
    expect(untouched).toHaveLength(10);
  },
);

test("tables in which rows wait are vacuumed before many that wait no longer are passed over", async ({
  database,
}) => {
  const vacuumed = sql.type(z.object({ name: z.string() }))`
    select relname as name from pg_class
    where 'autovacuum_vacuum_scale_factor=0.02' = any (reloptions) order by relname`;
  expect(await database.anyFirst(vacuumed)).toEqual([
    "collections",
    "credits",
    "payouts",
    "virtual_accounts",
  ]);
});

describe("the sweep that finds lost jobs", () => {
  test("reads a bounded number of rows, and finds a lost one among thousands that wait, whose job is then first", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    // What is done comes before what waits: 4,000 of them, and 1,000 that wait.
    const [done] = await acceptTestPayouts(database, tenant);
    const later = new Date(Date.now() + DAY_MS).toISOString();
    for (const asked of [null, later])
      await copyRow(
        database,
        "payouts",
        done!,
        { status: "succeeded", settled_at: later, next_confirmation_at: asked },
        ["idempotency_key"],
      );
    await database.query(noRow`analyze payouts`);
    for (let batch = 0; batch < 2; batch += 1) await acceptTestPayouts(database, tenant, { count: 500 });
    await database.query(noRow`update payouts set created_at = created_at - interval '1 minute'`);
    await database.query(noRow`analyze payouts`);
    await database.query(noRow`analyze queue_test_money._private_jobs`);
    // The merchant's oldest payout, its job, and the few other jobs: so small a table may be read as a whole.
    expect(await rowsReadBy(database, sql.fragment`reconcile('test', '{}')`)).toBeLessThan(200);

    const lost = await database.oneFirst(sql.type(z.object({ key: z.string() }))`
      delete from queue_test_money._private_jobs where id = (
        select id from queue_test_money._private_jobs where key like 'execute%' order by run_at, id limit 1
      ) returning key`);
    expect(await reconcile(database, { environment: "test" })).toBe(1);
    const first = sql.type(z.object({ key: z.string() }))`
      select key from queue_test_money.jobs order by priority, run_at limit 1`;
    expect(await database.oneFirst(first)).toBe(lost);
  });

  test("finds the work of a merchant behind any amount of another's", async ({ database }) => {
    const large = await createFundedMerchant(database, 100_000n);
    const small = await createFundedMerchant(database, 100_000n);
    for (const tenant of [large, small]) {
      const [payout] = await acceptTestPayouts(database, tenant);
      const { creditId } = await recordSimulatedCredit(database, tenant, 900n);
      const credit = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
        select reference from credits where id = ${creditId}`);
      const asked = tenant === large ? "-2 min" : "-1 min";
      await database.query(noRow`
        update payouts
        set status = 'processing', submitted_at = now(), next_confirmation_at = now() + ${asked}::interval
        where reference = ${payout!}`);
      await database.query(noRow`
        update credits set received_at = now() + ${asked}::interval where reference = ${credit}`);
      if (tenant !== large) continue;
      await copyRow(database, "payouts", payout!, {}, ["idempotency_key"], 1_200);
      await copyRow(database, "credits", credit, {}, ["provider_reference"], 1_200);
    }
    // Gives the rows of `small` the highest ids.
    await database.query(noRow`
      update credits set id = default where merchant_id = ${small.merchantId} and status = 'received'`);
    await emptyQueue(database);
    await database.query(noRow`analyze`);

    await reconcile(database, { environment: "test" });
    const found = await database.anyFirst(sql.type(z.object({ task: z.string() }))`
      select j.task from queued_jobs j
      where j.key in (
        select 'confirm_payout:' || id from payouts where merchant_id = ${small.merchantId}
        union all select 'settle_credit:' || id from credits where merchant_id = ${small.merchantId}
      ) order by 1`);
    expect(found).toEqual(["confirm_payout", "settle_credit"]);
    expect(await rowsReadBy(database, sql.fragment`reconcile('test', '{}')`)).toBeLessThan(100);
  });

  test("finds an account and an address of a merchant behind any number of another's", async ({
    database,
  }) => {
    const large = await createFundedMerchant(database);
    const small = await createFundedMerchant(database);
    const request = { customerEmail: "payer@example.com", amount: 900n, expiresInMinutes: 30 };
    const wanted = { amount: 2_500n, chain: "tron", token: "USDT", customerEmail: null } as const;
    for (const tenant of [large, small]) {
      const requested = [
        ["virtual_accounts", await requestVirtualAccount(database, { tenant, ...request })],
        ["collections", await requestCryptoCollection(database, { tenant, ...wanted })],
      ] as const;
      if (tenant !== large) continue;
      for (const [table, id] of requested) {
        const reference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
          select reference from ${sql.identifier([table])} where id = ${id}`);
        await copyRow(database, table, reference, {}, [], 1_200);
      }
    }
    for (const table of ["virtual_accounts", "collections"]) {
      const name = sql.identifier([table]);
      await database.query(noRow`
        update ${name} set created_at = created_at - interval '1 minute' where status = 'provisioning'`);
      // Gives the rows of `small` the highest ids.
      await database.query(noRow`
        update ${name} set id = default where merchant_id = ${small.merchantId} and status = 'provisioning'`);
    }
    await emptyQueue(database);
    await database.query(noRow`analyze`);

    await reconcile(database, { environment: "test" });
    const found = await database.anyFirst(sql.type(z.object({ task: z.string() }))`
      select j.task from queued_jobs j
      where j.key in (
        select 'provision_virtual_account:' || id from virtual_accounts where merchant_id = ${small.merchantId}
        union all select 'provision_crypto_address:' || id from collections where merchant_id = ${small.merchantId}
      ) order by 1`);
    expect(found).toEqual(["provision_crypto_address", "provision_virtual_account"]);
    expect(await rowsReadBy(database, sql.fragment`reconcile('test', '{}')`)).toBeLessThan(100);
  });

  test("reads no question about a payout whose time is to come, and finds one that is due at once", async ({
    database,
  }) => {
    const large = await createFundedMerchant(database, 100_000n);
    const small = await createFundedMerchant(database, 100_000n);
    const [asked] = await acceptTestPayouts(database, large);
    const [due] = await acceptTestPayouts(database, small);
    await database.query(noRow`update payouts set status = 'processing', submitted_at = now()`);
    // Two thousand merchants each have a question planned.
    await copyRow(database, "merchants", await merchantOf(database, large), {}, [], 2_000);
    const later = new Date(Date.now() + DAY_MS / 24).toISOString();
    await copyRow(database, "payouts", asked!, { next_confirmation_at: later }, ["idempotency_key"], 2_000);
    await database.query(noRow`
      update payouts set merchant_id = (select max(id) - payouts.id % 2000 from merchants)
      where next_confirmation_at is not null`);
    await emptyQueue(database);
    await database.query(noRow`analyze`);
    expect(await rowsReadBy(database, sql.fragment`reconcile('test', '{}')`)).toBeLessThan(20);

    // Questions of another merchant have been due for days, one for each minute.
    await database.query(noRow`
      update payouts set merchant_id = ${large.merchantId},
        next_confirmation_at = now() - make_interval(mins => 5 + payouts.id::integer)
      where next_confirmation_at is not null`);
    await database.query(noRow`
      update payouts set next_confirmation_at = now() - interval '1 second' where reference = ${due!}`);
    await database.query(noRow`analyze`);
    await reconcile(database, { environment: "test" });
    const found = sql.type(z.object({ reference: z.string() }))`
      select p.reference from payouts p join queued_jobs j on j.key = 'confirm_payout:' || p.id
      where p.reference = ${due!}`;
    expect(await database.anyFirst(found)).toEqual([due]);
  });

  test("finds what comes next of a merchant without a look at what else waits or is done", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    const [payout] = await acceptTestPayouts(database, tenant);
    const past = new Date(Date.now() - DAY_MS).toISOString();
    const copies = [
      { status: "pending" },
      { status: "succeeded", settled_at: past },
      { status: "processing", submitted_at: past, next_confirmation_at: past },
      {
        status: "processing",
        submitted_at: past,
        next_confirmation_at: new Date(Date.now() + DAY_MS).toISOString(),
      },
    ];
    for (const values of copies)
      await copyRow(database, "payouts", payout!, values, ["idempotency_key"], 2_000);
    const { creditId } = await recordSimulatedCredit(database, tenant, 900n);
    const credit = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select reference from credits where id = ${creditId}`);
    await copyRow(database, "credits", credit, {}, ["provider_reference"], 2_000);
    const request = { customerEmail: "payer@example.com", amount: 900n, expiresInMinutes: 30 };
    const accountId = await requestVirtualAccount(database, { tenant, ...request });
    const account = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select reference from virtual_accounts where id = ${accountId}`);
    await copyRow(database, "virtual_accounts", account, {}, [], 2_000);
    await emptyQueue(database);
    await database.query(noRow`analyze`);

    for (const [task, most] of [
      ["execute_payout", 10],
      ["confirm_payout", 10],
      ["settle_credit", 10],
      ["provision_virtual_account", 30],
    ] as const) {
      const of = sql.fragment`${task}, array[${tenant.merchantId}::bigint], 'test'`;
      // Besides, the merchant's test clock.
      const read = await rowsReadBy(database, sql.fragment`next_rows(${of}, ${most})`);
      expect([task, read]).toEqual([task, expect.toSatisfy((rows: number) => rows <= most + 5)]);
      const queued = await rowsReadBy(database, sql.fragment`queue_next_jobs(${of})`);
      expect([task, queued]).toEqual([task, expect.toSatisfy((rows: number) => rows < 500)]);
    }
  });

  test("reads no account and no event whose time is to come", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    await setEndpoint(database, tenant, "https://example.com/hooks");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 60 });
    await emitTestEvent(database, { tenant });
    const account = await createVirtualAccount(database, tenant, 900n);
    const [event] = await findEvents(database, "webhook.test");
    const later = new Date(Date.now() + 6 * DAY_MS).toISOString();
    await copyRow(database, "virtual_accounts", account.reference, { expires_at: later }, ["account_number"]);
    await copyRow(database, "events", event!.reference, { next_attempt_at: later });
    // Many merchants have a clock and an endpoint of their own.
    await copyRow(database, "merchants", await merchantOf(database, tenant), {}, [], 200);
    await database.query(noRow`
      insert into test_clocks (merchant_id, offset_minutes) select id, 60 from merchants on conflict do nothing`);
    await database.query(noRow`
      insert into webhook_endpoints (merchant_id, environment, url, secret)
      select id, 'test', 'https://example.com/hooks', '' from merchants on conflict do nothing`);
    await database.query(noRow`
      update virtual_accounts set merchant_id = (select min(id) + virtual_accounts.id % 200 from merchants)`);
    await database.query(noRow`analyze`);
    // The clocks twice, for accounts and for payouts; besides, so small a table may be read as a whole for one row.
    const clocks = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select merchant_id as id from test_clocks`);
    expect(clocks).toHaveLength(201);
    const sweep = sql.fragment`reconcile('test', ${sql.array(clocks, "int8")})`;
    expect(await rowsReadBy(database, sweep)).toBeLessThan(2_000);
  });

  test("ends the accounts of a paid link without a look at those of links that may still be paid", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const expiry = { expires_at: new Date(Date.now() + DAY_MS).toISOString() };
    const openAccount = async (linkType: "one_time" | "reusable", copies: number) => {
      const slug = await createLink(database, tenant, { linkType });
      const session = {
        slug,
        tokenHash: randomBytes(32),
        email: "payer@example.com",
        amount: null,
        networks: [],
      };
      const { virtualAccountId: id } = await startCheckoutSession(database, session);
      const { reference } = await provisionVirtualAccount(database, id!);
      await copyRow(database, "virtual_accounts", reference, expiry, ["account_number"], copies);
      return reference;
    };
    const paid = await openAccount("one_time", 120);
    await openAccount("reusable", 2_000);
    expect(await payIn(database, paid, 500_000n)).toBe("settled");
    await database.query(noRow`analyze`);
    const countOpen = () =>
      database.oneFirst(sql.type(z.object({ n: z.int() }))`
        select count(*)::integer as n from virtual_accounts where status = 'active'`);
    expect(await countOpen()).toBe(2_001 + 20);
    const sweep = sql.fragment`expire_virtual_accounts('test', '{}')`;
    await rowsReadBy(database, sweep);
    expect(await countOpen()).toBe(2_001);
    expect(await rowsReadBy(database, sweep)).toBeLessThan(50);
  });

  test("recovers live work without a look at test endpoints, of which any number have events", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    await setEndpoint(database, tenant, "https://example.com/hooks");
    await emitTestEvent(database, { tenant });
    const [event] = await findEvents(database, "webhook.test");
    await copyRow(database, "merchants", await merchantOf(database, tenant), {}, [], 300);
    await copyRow(database, "events", event!.reference, {}, [], 600);
    await database.query(noRow`
      update events set merchant_id = (select min(id) + events.id % 300 from merchants)`);
    await database.query(noRow`analyze`);
    expect(await rowsReadBy(database, sql.fragment`reconcile('live', '{}')`)).toBeLessThan(50);
  });

  test("recovers live work without a look at test clocks, which are looked at in turn", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    await copyRow(database, "merchants", await merchantOf(database, tenant), {}, [], 1_200);
    await database.query(noRow`
      insert into test_clocks (merchant_id, offset_minutes) select id, 60 from merchants on conflict do nothing`);
    const last = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      select max(id) as id from merchants`);
    const account = await createVirtualAccount(database, tenant, 900n);
    await database.query(noRow`
      update virtual_accounts set merchant_id = ${last}, expires_at = now() + interval '30 minutes'`);
    await database.query(noRow`update collections set merchant_id = ${last}`);
    await database.query(noRow`analyze`);
    expect(await rowsReadBy(database, sql.fragment`reconcile('live', '{}')`)).toBeLessThan(100);

    await using _sweeps = startSweeps(database);
    await eventually(async () => {
      const status = await database.oneFirst(sql.type(z.object({ status: z.string() }))`
        select status from virtual_accounts where reference = ${account.reference}`);
      expect(status).toBe("expired");
    });
  });
});

function startSweeps(database: Database): AsyncDisposable {
  const sweeps = startSchedule(database, {
    workerId: 0n,
    onError: (what) => (error) => {
      throw new Error(what, { cause: error });
    },
  });
  return { [Symbol.asyncDispose]: () => sweeps.stop() };
}

/** Copies the row of a reference so many times: with these values, and texts of their own in the named columns. */
async function copyRow(
  database: Database,
  table: string,
  reference: string,
  values: Record<string, string | null>,
  unique: string[] = [],
  copies = 2_000,
): Promise<void> {
  const name = sql.identifier([table]);
  await database.query(noRow`
    insert into ${name} overriding user value
    select copy.*
    from ${name} r
    cross join generate_series(1, ${copies}) n
    cross join lateral jsonb_populate_record(r, ${sql.jsonb(values)} || (
      select jsonb_object_agg(c, c || n || random()) from unnest(${sql.array(["reference", ...unique], "text")}) c
    )) copy
    where r.reference = ${reference}`);
}
