import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { findIdentityRecord } from "../../sql/identity/identity-checks.ts";
import { openCollection } from "../../sql/collections/collections.ts";
import { acceptCredit } from "../../sql/collections/credits/credits.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { cancelRefund, returnCredit } from "../../sql/refunds/refunds.ts";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { registerWorker, unregisterWorker } from "../../sql/queue/workers/workers.ts";
import { listRetentionKinds, purgeExpiredRows } from "../../sql/retention/retention.ts";
import { rotateWebhookSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { newestCredit } from "../collections/create-unmatched-credit.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  balancesOf,
  createCryptoCollection,
  createFundedMerchant,
  createLink,
  createVirtualAccount,
  ledgerDrift,
  payIn,
  payoutRequest,
  provisionVirtualAccount,
  resolveDestination,
  setEndpoint,
} from "../helpers/records.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { test } from "../helpers/test.ts";
import { check as checkIdentity } from "../identity/check-identity.ts";
import { claimEvent } from "../webhooks/claim-event.ts";
import { startSchedule } from "../../workers/schedule.ts";

const nothing = z.object({});

/** The kinds of rows that go, the column that their term counts from, and how one is written without more ado. */
const kinds = {
  webhook_attempts: {
    time: "inserted_at",
    term: "30 days",
    columns: sql.fragment`event_id, number, url, request_headers, duration_ms`,
    values: sql.fragment`(select max(id) from events), n, 'https://example.com', '{}', 1`,
  },
  events: {
    time: "inserted_at",
    term: "180 days",
    columns: sql.fragment`reference, merchant_id, environment, type, delivery_status`,
    values: sql.fragment`'evt_old' || n, (select max(id) from merchants), 'test', 'webhook.test', 'delivered'`,
  },
  name_enquiries: {
    time: "inserted_at",
    term: "1 day",
    columns: sql.fragment`merchant_id, environment, bank_code, account_number, status, completed_at`,
    values: sql.fragment`(select max(id) from merchants), 'test', '044', '0123456789', 'not_found', now()`,
  },
  host_checks: {
    time: "requested_at",
    term: "1 day",
    columns: sql.fragment`merchant_id, environment, host, status`,
    values: sql.fragment`(select max(id) from merchants), 'test', 'example.com', 'allowed'`,
  },
  idempotency_keys: {
    time: "created_at",
    term: "30 days",
    columns: sql.fragment`merchant_id, environment, route, key, body_hash, resource`,
    values: sql.fragment`(select max(id) from merchants), 'test', 'POST /v1/payment-links', 'old' || n, 'hash', n`,
  },
  virtual_accounts: {
    time: "inserted_at",
    term: "7 days",
    columns: sql.fragment`
      reference, merchant_id, environment, status, customer_email, amount, currency, expires_in_minutes, expires_at`,
    values: sql.fragment`
      'va_old' || n, (select max(id) from merchants), 'test', 'failed', 'a@example.com', 100, 'NGN', 30, now()`,
  },
  collections: {
    time: "inserted_at",
    term: "7 days",
    columns: sql.fragment`reference, merchant_id, environment, status, amount, currency, chain, token`,
    values: sql.fragment`
      'col_old' || n, (select max(id) from merchants), 'test', 'failed', 100, 'USD', 'tron', 'USDT'`,
  },
  sandbox_accounts: {
    time: "inserted_at",
    term: "180 days",
    columns: sql.fragment`reference, account_number`,
    values: sql.fragment`'va_old' || n, '71' || n`,
  },
  sandbox_identities: {
    time: "created_at",
    term: "180 days",
    columns: sql.fragment`reference, encrypted_phone`,
    values: sql.fragment`'idr_old' || n, 'phone'`,
  },
  sandbox_transfers: {
    time: "created_at",
    term: "180 days",
    columns: sql.fragment`reference, amount, currency, bank_code, account_number`,
    values: sql.fragment`'pyt_old' || n, 100, 'NGN', '044', '0123456789'`,
  },
  provider_notices: {
    time: "received_at",
    term: "90 days",
    columns: sql.fragment`gateway, event, reference`,
    values: sql.fragment`'paystack', 'charge.success', 'old' || n`,
  },
  credit_notices: {
    time: "received_at",
    term: "90 days",
    columns: sql.fragment`gateway, transaction, recipient, status, next_poll_at`,
    values: sql.fragment`'monnify', 'old' || n, 'va_old', 'recorded', null`,
  },
  payout_use: {
    time: "created_at",
    term: "3 days",
    columns: sql.fragment`merchant_id, environment, day, account, amount, payouts`,
    values: sql.fragment`(select max(id) from merchants), 'test', now()::date, 'old' || n, 100, 1`,
  },
  mails: {
    time: "created_at",
    term: "7 days",
    columns: sql.fragment`reference, recipient, template, facts`,
    values: sql.fragment`'mai_old' || n, 'ada@example.com', 'verify_email', '{}'`,
  },
  mail_tokens: {
    time: "expires_at",
    term: "1 hour",
    columns: sql.fragment`token_hash, kind, person_id`,
    values: sql.fragment`int4send(n), 'reset_password', (select max(id) from people)`,
  },
  sign_ins: {
    time: "expires_at",
    term: "1 hour",
    columns: sql.fragment`token_hash, person_id`,
    values: sql.fragment`int4send(n), (select max(id) from people)`,
  },
  sign_in_attempts: {
    time: "since",
    term: "1 hour",
    columns: sql.fragment`subject, attempts`,
    values: sql.fragment`int4send(n), 1`,
  },
  sessions: {
    time: "last_seen_at",
    term: "12 hours",
    columns: sql.fragment`reference, token_hash, person_id`,
    values: sql.fragment`'ses_old' || n, int4send(n), (select max(id) from people)`,
  },
  used_challenges: {
    time: "used_at",
    term: "15 minutes",
    columns: sql.fragment`challenge_hash`,
    values: sql.fragment`int4send(n)`,
  },
  api_keys: {
    time: "revoked_at",
    term: "1 year",
    columns: sql.fragment`reference, merchant_id, environment, secret_hash, last_four, scopes`,
    values: sql.fragment`
      'key_old' || n, (select max(id) from merchants), 'test', int4send(n), 'abcd', '{}'`,
  },
  invitations: {
    time: "created_at",
    term: "30 days",
    columns: sql.fragment`reference, merchant_id, email, role, token_hash, expires_at`,
    values: sql.fragment`
      'inv_old' || n, (select max(id) from merchants), n || '@example.com', 'viewer', int4send(n), now()`,
  },
};
type Kind = keyof typeof kinds;

/** Writes rows of a kind as if they had been written their term and `more` ago, numbered from `first`. */
async function write(
  database: Connection,
  kind: Kind,
  first: number,
  count: number,
  more: string,
): Promise<void> {
  const { time, term, columns, values } = kinds[kind];
  await database.query(sql.type(nothing)`
    insert into ${sql.identifier([kind])} (${columns}, ${sql.identifier([time])})
    select ${values}, now() - ${term}::interval - ${more}::interval
    from generate_series(${first}::integer, ${first + count - 1}::integer) n`);
}

const countOf = async (database: Connection, kind: string) =>
  Number(
    await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
      select count(*) from ${sql.identifier([kind])}`),
  );

/** A batch of each kind. Returns how many rows went. */
async function purgeStep(database: Connection, batch?: number): Promise<number> {
  let purged = 0;
  for (const kind of await listRetentionKinds(database))
    purged += await purgeExpiredRows(database, { kind, limit: batch });
  return purged;
}

/** Until nothing is left that has been kept for its term. Returns how many rows went in each call. */
async function purgeAll(database: Connection, batch?: number): Promise<number[]> {
  const purged: number[] = [];
  for (;;) {
    const count = await purgeStep(database, batch);
    if (count === 0) return purged;
    purged.push(count);
  }
}

/** Lets rows have been written so long ago. */
const age = (database: Connection, table: string, column: string, interval: string) =>
  database.query(sql.type(nothing)`
    update ${sql.identifier([table])} set ${sql.identifier([column])} = now() - ${interval}::interval`);

describe("the purge", () => {
  test("deletes each kind of row after its term, and not before", async ({ database }) => {
    await createFundedMerchant(database);
    await createPerson(database);
    await write(database, "events", 100, 1, "-1 day");
    const all = Object.keys(kinds) as Kind[];
    const counts = () => Promise.all(all.map(async (kind) => [kind, await countOf(database, kind)] as const));
    const before = await counts();
    for (const kind of all) {
      await write(database, kind, 1, 2, "1 minute");
      await write(database, kind, 3, 1, "-1 minute");
    }
    expect(await purgeAll(database)).toEqual([2 * all.length]);
    expect(await counts()).toEqual(before.map(([kind, count]) => [kind, count + 1]));
  });

  test("goes through thousands of rows in bounded steps, while a payout is accepted", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    await write(database, "events", 1, 1, "-1 day");
    await write(database, "webhook_attempts", 1, 5_000, "1 minute");

    // A step that holds all its locks, and a payout that waits for none of them.
    const [purged, mayEnd] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const step = database.transaction(async (transaction) => {
      purged.resolve(await purgeStep(transaction));
      await mayEnd.promise;
    });
    expect(await purged.promise).toBe(1_000);
    const [decision] = await acceptPayouts(database, [payoutRequest(tenant)]);
    expect(decision?.outcome).toBe("accepted");
    // Nor do two processes purge at once.
    expect(await purgeStep(database)).toBe(0);
    mayEnd.resolve();
    await step;
    expect(await purgeAll(database)).toEqual(Array<number>(4).fill(1_000));
    expect(await countOf(database, "webhook_attempts")).toBe(0);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("goes on where an interrupted step left off", async ({ database }) => {
    await createFundedMerchant(database);
    await write(database, "host_checks", 1, 30, "1 minute");
    const interrupted = database.transaction(async (step) => {
      expect(await purgeStep(step, 20)).toBe(20);
      throw new Error("the worker died");
    });
    await expect(interrupted).rejects.toThrow("the worker died");
    expect(await countOf(database, "host_checks")).toBe(30);
    expect(await purgeAll(database, 20)).toEqual([20, 10]);
  });

  test("of a kind that fails or is locked keeps no other kind", async ({ database, databaseUrl }) => {
    await createFundedMerchant(database);
    for (const kind of ["name_enquiries", "host_checks", "idempotency_keys", "events"] as const)
      await write(database, kind, 1, 200, "1 minute");
    await database.query(sql.type(nothing)`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'it fails'; end $$`);
    await database.query(sql.type(nothing)`
      create trigger fail before delete on name_enquiries execute function fail()`);
    const holder = new pg.Client({ connectionString: databaseUrl });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table host_checks");
    const failed = new Set<string>();
    const schedule = startSchedule(database, {
      workerId: 0n,
      retentionMs: 0,
      onError: (what) => () => void failed.add(what),
    });
    try {
      await eventually(async () => {
        expect([await countOf(database, "idempotency_keys"), await countOf(database, "events")]).toEqual([
          0, 0,
        ]);
      }, 15_000);
      // The sweep for lost jobs reads the locked table too.
      failed.delete("the sweep failed");
      expect([...failed].toSorted()).toEqual([
        "the purge of host_checks failed",
        "the purge of name_enquiries failed",
      ]);
      expect(await countOf(database, "name_enquiries")).toBe(200);
    } finally {
      await holder.end();
      await schedule.stop();
    }
  });

  test("waits while a balance is recorded, and the sweep does not: the lease keeps a connection", async ({
    database,
  }) => {
    const calls = { purge: 0, reconcile: 0 };
    const oneFirst: Database["oneFirst"] = (query) => {
      if (query.sql.includes("purge")) calls.purge += 1;
      return database.oneFirst(query);
    };
    const one: Database["one"] = (query) => {
      if (query.sql.includes("reconcile")) calls.reconcile += 1;
      return database.one(query);
    };
    const [asked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const schedule = startSchedule(
      { ...database, oneFirst, one },
      {
        workerId: 0n,
        retentionMs: 0,
        onError: (what) => (error) => {
          throw new Error(what, { cause: error });
        },
        pollBalances: (_signal, inTurn) =>
          inTurn(() => {
            asked.resolve();
            return mayEnd.promise;
          }),
      },
    );
    try {
      await asked.promise;
      const before = { ...calls };
      expect(before.purge).toBeGreaterThan(0);
      // Three sweeps, in whose time the purge's turn comes as often.
      await eventually(async () => {
        expect(calls.reconcile).toBeGreaterThanOrEqual(before.reconcile + 3);
      }, 20_000);
      expect(calls.purge).toBe(before.purge);
      mayEnd.resolve();
      await eventually(async () => {
        expect(calls.purge).toBeGreaterThan(before.purge);
      });
    } finally {
      mayEnd.resolve();
      await schedule.stop();
    }
  });

  test("reads no more than it deletes, however much stays", async ({ database }) => {
    const { id } = await createPerson(database);
    const count = 2_000;
    // One session is 15 days old and still used, one was left 13 hours ago; one draft is 91 days old, others new.
    await database.query(sql.type(nothing)`
      insert into sessions (reference, token_hash, person_id, created_at, last_seen_at)
      select 'ses_' || n, int4send(n), ${id},
        now() - case n when 1 then interval '15 days' else interval '13 hours' end,
        now() - case n when 2 then interval '13 hours' else interval '0' end
      from generate_series(1, ${count}::integer) n`);
    await database.query(sql.type(nothing)`
      insert into merchants (reference, name, email)
      select 'mer_' || n, 'Kaduna Books', n || '@example.com' from generate_series(1, ${count}::integer) n`);
    await database.query(sql.type(nothing)`
      insert into invitations (reference, merchant_id, email, role, token_hash, expires_at, invited_by)
      select 'inv_' || m.id, m.id, 'a@example.com', 'viewer', int8send(m.id), now(), ${id} from merchants m`);
    await database.query(sql.type(nothing)`
      select from merchants m cross join lateral change_kyb_status(
        m, (array['submitted', 'rejected', 'draft'])[m.id % 3 + 1], 'test',
        row('a test', null, null, null, null)::acting)
      where m.reference like 'mer_%'`);
    await database.query(sql.type(nothing)`
      update verifications v set submitted_by = ${id},
        purge_at = v.purge_at - case
          when v.merchant_id = (
            select min(m.id) from merchants m where m.kyb_status = 'draft' and m.reference like 'mer_%'
          )
          then interval '91 days' else interval '30 days'
        end`);
    await database.query(sql.type(nothing)`
      insert into people (reference, email, name, created_at)
      select 'per_' || n, 'unproved' || n || '@example.com', 'Ada', now() - interval '8 days'
      from generate_series(1, 3) n`);
    await database.query(sql.type(nothing)`analyze`);
    const counts = () =>
      database.one(sql.type(z.object({ sessions: z.int(), verified: z.int(), people: z.int() }))`
        select (select count(*)::integer from sessions) as sessions,
          (select count(*)::integer from verifications) as verified,
          (select count(*)::integer from people) as people`);
    const before = await counts();
    const read: [string, number][] = [];
    for (const kind of ["sessions", "verifications", "people"])
      read.push([kind, await rowsReadBy(database, sql.fragment`purge_expired_rows(${kind}, 1000)`)]);
    expect(read.filter(([, rows]) => rows >= 50)).toEqual([]);
    expect(await counts()).toEqual({
      sessions: before.sessions - 2,
      verified: before.verified - 1,
      people: before.people - 3,
    });
  });

  test("takes no name but that of a kind", async ({ database }) => {
    for (const kind of ["merchants", "sessions(1); select 1", ""])
      await expect(purgeExpiredRows(database, { kind })).rejects.toThrow();
  });

  test("finds what each rule is about by an index, oldest first", async ({ database }) => {
    const rule = z.object({ table: z.string(), plan: z.string() });
    const plans = await database.transaction(async (transaction) => {
      // Tables are empty here: a plan that could only read all of one would do so all the same.
      await transaction.query(sql.type(nothing)`set local enable_seqscan = off`);
      await transaction.query(sql.type(nothing)`set local enable_bitmapscan = off`);
      await transaction.query(sql.type(nothing)`
        create function pg_temp.plan_of(query text) returns text language plpgsql as $$
        declare line text; plan text := '';
        begin
          for line in execute 'explain (costs off) ' || query loop plan := plan || line || chr(10); end loop;
          return plan;
        end $$`);
      return transaction.any(sql.type(rule)`
        select table_name as table, pg_temp.plan_of(format(
          'select from %I r where %s < now() - %L::interval and (%s) order by %s limit 1000 for update skip locked',
          table_name, aged_by, term, coalesce(condition, 'true'), aged_by
        )) as plan
        from retention_rules()`);
    });
    expect(plans.length).toBeGreaterThan(30);
    for (const { table, plan } of plans) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using \\w+ on ${table} r\\n +Index Cond: `));
      expect(plan).not.toContain("Sort");
    }
  });

  test("is made by the oldest worker process alone", async ({ database }) => {
    const { workerId: oldest } = await registerWorker(database);
    const { workerId: other } = await registerWorker(database);
    expect(await listRetentionKinds(database, { workerId: oldest })).toContain("events");
    expect(await listRetentionKinds(database, { workerId: other })).toEqual([]);
    await unregisterWorker(database, { workerId: oldest });
    expect(await listRetentionKinds(database, { workerId: other })).toContain("events");
  });

  test("counts real time: a test clock that is years ahead deletes nothing", async ({ database }) => {
    const { tenant } = await createMember(database, { available: 1_000n });
    for (let years = 0; years < 3; years++)
      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 525_600 });
    await resolveDestination(database, tenant);
    const slug = await createLink(database, tenant);
    await startSession(database, slug);
    expect(await purgeAll(database)).toEqual([]);
    await age(database, "events", "inserted_at", "181 days");
    await age(database, "name_enquiries", "inserted_at", "2 days");
    expect(await purgeAll(database)).toEqual([2]);
  });

  test("keeps checkout sessions that were paid, and every account and collection", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const [paid, short, unpaid] = [
      await startSession(database, slug),
      await startSession(database, slug),
      await startSession(database, slug),
    ];
    await payIn(database, paid.account.reference, 500_000n);
    await payIn(database, short.account.reference, 1n);
    await database.query(
      sql.type(nothing)`
        update checkout_sessions set purge_at = now() + interval '1 minute', network = '\\x01', wide_network = '\\x02'`,
    );
    expect(await purgeAll(database)).toEqual([]);
    await database.query(sql.type(nothing)`update checkout_sessions set purge_at = now()`);
    expect(await purgeAll(database)).toEqual([3]);
    const kept = await database.anyFirst(sql.type(z.object({ token_hash: z.instanceof(Buffer) }))`
      select token_hash from checkout_sessions where network is null and wide_network is null order by id`);
    expect(kept).toEqual([paid.tokenHash, short.tokenHash]);
    expect(await countOf(database, "virtual_accounts")).toBe(3);
    expect(await countOf(database, "collections")).toBe(3);
    // Its payer starts again with an account of its own.
    const again = await startCheckoutSession(database, { slug, tokenHash: unpaid.tokenHash, ...payer });
    expect(again.outcome).toBe("started");
    expect(await balancesOf(database, tenant)).toMatchObject({ available: 500_000 });
  });

  test("keeps an account that payers or tests asked for where money came, and knows money for what is gone", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const paid = await startSession(database, slug);
    const unpaid = await startSession(database, slug);
    const late = await startSession(database, slug);
    const open = await startSession(database, slug);
    await createCryptoCollection(database, tenant);
    await payIn(database, paid.account.reference, 500_000n);
    await database.query(sql.type(nothing)`
      select expire_virtual_account(id) from virtual_accounts where reference <> ${open.account.reference}`);
    await payIn(database, late.account.reference, 1n);
    const references = () =>
      database.anyFirst(sql.type(z.object({ reference: z.string() }))`
        select reference from virtual_accounts order by id`);
    const accounts = [paid, unpaid, late, open].map(({ account }) => account.reference);
    await age(database, "checkout_sessions", "purge_at", "1 minute");
    const pass = async (time: string) => {
      await database.query(
        sql.type(nothing)`update virtual_accounts set purge_at = purge_at - ${time}::interval`,
      );
      await database.query(
        sql.type(nothing)`update collections set inserted_at = inserted_at - ${time}::interval`,
      );
      await purgeAll(database);
    };
    await pass("179 days");
    expect(await references()).toEqual(accounts);
    expect(await countOf(database, "collections")).toBe(5);
    await pass("2 days");
    expect(await references()).toEqual(
      accounts.filter((reference) => reference !== unpaid.account.reference),
    );
    expect(await countOf(database, "collections")).toBe(3);
    await pass("9 years");
    expect(await references()).toContain(late.account.reference);

    await payIn(database, unpaid.account.reference, 700n);
    const waiting = await database.any(sql.type(z.object({ recipient: z.string(), amount: z.bigint() }))`
      select recipient, amount from open_suspense order by amount`);
    expect(waiting).toEqual([
      { recipient: late.account.reference, amount: 1n },
      { recipient: unpaid.account.reference, amount: 700n },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("keeps an account whose money was accepted as another collection, and deletes the others", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const late = await startSession(database, slug);
    await startSession(database, slug);
    await database.query(sql.type(nothing)`select expire_virtual_account(id) from virtual_accounts`);
    await payIn(database, late.account.reference, 1_000n);
    const credit = { tenant, reference: await newestCredit(database, tenant), ...asOperator };
    const returned = await returnCredit(database, { ...credit, least: 100n });
    expect(returned).toMatchObject({ outcome: "accepted", credit: { status: "returning" } });
    const refund = (await findByReference(database, "credits", tenant, credit.reference))!.refund!;
    await cancelRefund(database, { tenant, reference: refund, ...asOperator });
    expect((await acceptCredit(database, credit)).outcome).toBe("accepted");
    await database.query(
      sql.type(nothing)`update virtual_accounts set purge_at = purge_at - interval '1 year'`,
    );
    await purgeAll(database);
    expect(
      await database.anyFirst(
        sql.type(z.object({ reference: z.string() }))`select reference from virtual_accounts`,
      ),
    ).toEqual([late.account.reference]);
  });

  test("waits for no money that is being reported, and keeps its account", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const { account } = await startSession(database, slug);
    await database.query(sql.type(nothing)`select expire_virtual_account(id) from virtual_accounts`);
    await age(database, "virtual_accounts", "purge_at", "1 minute");
    const provider = new pg.Client({ connectionString: databaseUrl });
    await provider.connect();
    try {
      await provider.query("begin");
      await provider.query("select record_credit('test', $1, 'late', 700, 'NGN', null)", [account.reference]);
      await purgeExpiredRows(database, { kind: "unpaid_accounts" });
      expect(await countOf(database, "virtual_accounts")).toBe(1);
      await provider.query("commit");
    } finally {
      await provider.end();
    }
    await purgeAll(database);
    expect(await countOf(database, "virtual_accounts")).toBe(1);
  });

  test("keeps live accounts a year, and what a merchant asked for itself for ever", async ({ database }) => {
    const { tenant } = await createLiveMember(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const [payers, taken] = [await startSession(database, slug), await startSession(database, slug)];
    const own = await createVirtualAccount(database, tenant, 1_000n);
    await database.query(sql.type(nothing)`select expire_virtual_account(id) from virtual_accounts`);
    await openCollection(database, { tenant, reference: taken.account.reference, amount: 1_000n });
    await database.query(sql.type(nothing)`select expire_virtual_account(id) from virtual_accounts`);
    const references = () =>
      database.anyFirst(sql.type(z.object({ reference: z.string() }))`
        select reference from virtual_accounts order by id`);
    const pass = async (time: string) => {
      await database.query(
        sql.type(nothing)`update virtual_accounts set purge_at = purge_at - ${time}::interval`,
      );
      await purgeAll(database);
    };
    await pass("364 days");
    expect(await references()).toEqual([payers.account.reference, taken.account.reference, own.reference]);
    await pass("2 days");
    expect(await references()).toEqual([taken.account.reference, own.reference]);
  });

  test("erases a webhook secret that was rotated out, once its overlap is over", async ({ database }) => {
    const { tenant } = await createMember(database);
    await setEndpoint(database, tenant, "https://example.com/hooks");
    await rotateWebhookSecret(database, testEncryptionKeys, tenant, 24, {});
    const stored = async () => {
      expect(await countOf(database, "webhook_endpoints")).toBe(1);
      return database.oneFirst(sql.type(z.object({ secret: z.instanceof(Buffer).nullable() }))`
        select previous_secret as secret from webhook_endpoints`);
    };
    expect(await purgeAll(database)).toEqual([]);
    expect(await stored()).not.toBeNull();
    await age(database, "webhook_endpoints", "previous_secret_expires_at", "1 minute");
    expect(await purgeAll(database)).toEqual([1]);
    expect(await stored()).toBeNull();
  });

  test("deletes an old event that waits for its endpoint, and none that is being sent", async ({
    database,
    databaseUrl,
  }) => {
    await using receiver = await startReceiver();
    const { tenant } = await createMember(database, { available: 1_000n });
    await setEndpoint(database, tenant, receiver.url);
    for (const reference of ["evt_a", "evt_b"]) {
      await database.query(sql.type(nothing)`
        with event as (
          insert into events (reference, merchant_id, environment, type, delivery_status, next_attempt_at)
          values (${reference}, ${tenant.merchantId}, 'test', 'webhook.test', 'pending', now()) returning id
        )
        insert into event_bodies (event_id, data) select id, ${`{"id":"${reference}"}`}::json from event`);
    }
    const [sending] = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from events where reference = 'evt_a'`);
    await claimEvent(database, sending!);
    await database.query(sql.type(nothing)`
      select enqueue_jobs('deliver_webhook', array(select id from events where reference = 'evt_b'))`);
    await age(database, "events", "inserted_at", "181 days");
    await purgeAll(database);
    expect(
      await database.anyFirst(sql.type(z.object({ reference: z.string() }))`select reference from events`),
    ).toEqual(["evt_a"]);
    expect(
      await database.anyFirst(
        sql.type(z.object({ body: z.string() }))`select data::text as body from event_bodies`,
      ),
    ).toEqual(['{"id":"evt_a"}']);
    // The job of the one that is gone ends without a word.
    await using _workers = await startTestWorkers(databaseUrl);
    await eventually(async () => {
      const jobs = await database.any(sql.type(z.object({ key: z.string() }))`
        select key from queued_jobs where key not like 'heartbeat%'`);
      expect(jobs.filter(({ key }) => !key.endsWith(`:${sending}`))).toEqual([]);
    });
  });

  test("forgets people, and not that their check was paid for", async ({
    database,
    databaseUrl,
    ingress,
  }) => {
    await using provider = await startProvider();
    const bvn = "22123456789";
    provider.identities.set(bvn, { name: "ADA OBI", phones: ["08031234567"] });
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const { tenant, key } = await createLiveMember(database, 20_000n);
    const check = (number: string) =>
      ingress.call("POST", "/v1/kyc/bvn", { key, body: { bvn: number, phone: "08031234567" } });
    expect((await check(bvn)).data).toMatchObject({ name: "ADA OBI", cacheHit: false });
    expect((await check("22000000000")).data).toMatchObject({ verified: false });
    const charged = await balancesOf(database, tenant);

    await age(database, "identity_records", "stored_at", "23 hours");
    expect(await purgeAll(database)).toEqual([]);
    await age(database, "identity_records", "stored_at", "25 hours");
    expect(await purgeAll(database)).toEqual([1]);
    const statuses = () =>
      database.anyFirst(sql.type(z.object({ status: z.string() }))`
        select status from identity_records order by id`);
    expect(await statuses()).toEqual(["found", "expired"]);
    for (const table of ["identity_records", "identity_checks", "events"])
      await age(database, table, table === "identity_records" ? "stored_at" : "inserted_at", "181 days");
    await purgeAll(database);
    expect(await statuses()).toEqual(["expired", "expired"]);

    const rows = (await ingress.call("GET", "/v1/kyc/requests", { key })).data as Record<string, unknown>[];
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).not.toHaveProperty("name");
    expect((await ingress.call("GET", "/v1/events?type=kyc.succeeded", { key })).data).toEqual([]);
    expect(await findIdentityRecord(database, 1n)).toBeNull();

    expect((await check(bvn)).data).toMatchObject({ name: "ADA OBI", cacheHit: false, verified: true });
    expect((await check(bvn)).data).toMatchObject({ cacheHit: true });
    expect(provider.calls.identity).toBe(3);
    expect(await balancesOf(database, tenant)).toEqual(charged);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("forgets checks without a result, and records that were never paid for", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const { tenant } = await createLiveMember(database, 20_000n);
    const person = { identifier: "22123456789", phone: "08031234567" };
    const counts = async () => [
      await countOf(database, "identity_checks"),
      await countOf(database, "identity_records"),
    ];
    // No result twice; then one of the two is on record.
    provider.misbehave("identity", "unavailable", 2);
    expect(await checkIdentity(database, tenant, { ...person, identifier: "22123456780" })).toBeNull();
    expect(await checkIdentity(database, tenant, person)).toBeNull();
    provider.identities.set(person.identifier, { name: "ADA OBI", phones: [person.phone] });
    expect(await checkIdentity(database, tenant, person)).toMatchObject({ verified: true });
    const charged = await balancesOf(database, tenant);

    for (const [days, left] of [
      [6, [3, 2]],
      [8, [1, 1]],
    ] as const) {
      await age(database, "identity_checks", "inserted_at", `${days} days`);
      await age(database, "identity_records", "stored_at", `${days} days`);
      await purgeAll(database);
      expect(await counts()).toEqual(left);
    }
    // What was paid for is known still.
    await age(database, "identity_records", "stored_at", "181 days");
    await purgeAll(database);
    expect(await counts()).toEqual([1, 1]);
    expect(await checkIdentity(database, tenant, person)).toMatchObject({ verified: true });
    expect(await balancesOf(database, tenant)).toEqual(charged);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is done by running workers", async ({ database, databaseUrl }) => {
    await createFundedMerchant(database);
    await write(database, "host_checks", 1, 3, "1 minute");
    await using _workers = await startTestWorkers(databaseUrl);
    await eventually(async () => expect(await countOf(database, "host_checks")).toBe(0));
  });
});

const payer = { email: "payer@example.com", amount: null, networks: [] };

/** A payer who went on from a link's page, as far as the account. */
async function startSession(database: Connection, slug: string) {
  const tokenHash = randomBytes(32);
  const started = await startCheckoutSession(database, { slug, tokenHash, ...payer });
  const account = await provisionVirtualAccount(database, started.virtualAccountId!);
  return { tokenHash, account };
}
