import { describe, expect } from "vitest";
import { z } from "zod";
import { routes } from "../../ingress/api-routes.ts";
import { dashboardRoutes } from "../../ingress/dashboard/dashboard-routes.ts";
import type { Route } from "../../ingress/http/route.ts";
import { forgetOtherKeys } from "../../sql/process/encryption/encryption-keys.ts";
import type { MasterKeys } from "../../sql/process/encryption/encryption.ts";
import type { Connection, Database } from "../../sql/process/database.ts";
import { findAuditLogPage } from "../../sql/audit-log/audit-log.ts";
import { findCreditsOf } from "../../sql/collections/credits/credits.ts";
import { findJournals } from "../../sql/ledger/journals.ts";
import type { PayoutPurpose } from "../../sql/payouts/payout-json.ts";
import { findPage, type Filters } from "../../sql/process/pages.ts";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import { cancelRefund } from "../../sql/refunds/refunds.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { givePolicy } from "../approvals/team.ts";
import { createMember, keysOf } from "../helpers/create-member.ts";
import {
  createFundedMerchant,
  createLink,
  createPayout,
  createVirtualAccount,
  destination,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { rowsReadBy, rowsReadWhile } from "../helpers/database/rows-read-by.ts";
import { test } from "../helpers/test.ts";
import { createUnmatchedCredit } from "../collections/create-unmatched-credit.ts";
import { createIdentityCheck } from "../identity/check-identity.ts";
import { cancel, createBatch, batchItem } from "../payout-batches/batch-steps.ts";
import { createPaidCollection, createRefund } from "../refunds/create-collection.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { asOperator } from "../helpers/as-operator.ts";

const nothing = z.object({});

describe("lists", () => {
  test("walk every row once, newest first, while rows are added", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 10_000_000n });
    await resolveDestination(fileDatabase, tenant);
    const references: string[] = [];
    for (let made = 0; made < 7; made += 1)
      references.unshift((await createPayout(fileDatabase, tenant)).reference);

    const seen: string[] = [];
    let query = "limit=3";
    for (;;) {
      const { data, meta } = await call("GET", `/v1/payouts?${query}`, { key });
      seen.push(...data.map(({ reference }: { reference: string }) => reference));
      await createPayout(fileDatabase, tenant);
      if (!meta.hasMore) {
        expect(meta).toEqual({ hasMore: false });
        break;
      }
      query = `limit=3&cursor=${meta.nextCursor}`;
    }
    expect(seen).toEqual(references);
  });

  test("read no row that they do not show, however many there are", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const { merchantId } = tenant;
    for (let made = 0; made < 3; made += 1) await createVirtualAccount(database, tenant, 10_000n);
    await createIdentityCheck(database, tenant);
    // The newest rows of all, and requests that went wrong or are still under way.
    await database.query(sql.type(nothing)`
      insert into virtual_accounts (
        reference, merchant_id, environment, status, customer_email, amount, currency, expires_in_minutes, expires_at
      )
      select 'va_' || n, ${merchantId}, 'test', (array['failed', 'provisioning'])[n % 2 + 1], 'a@example.com', 100,
        'NGN', 30, now()
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into collections (reference, merchant_id, environment, status, amount, currency, chain, token)
      select 'col_' || n, ${merchantId}, 'test', (array['failed', 'provisioning'])[n % 2 + 1], 100, 'USD', 'tron',
        'USDT'
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into identity_checks (reference, merchant_id, environment, type, identity_record_id, status, is_cache_hit)
      select 'kyc_' || n, ${merchantId}, 'test', 'bvn', (select min(id) from identity_records), 'unavailable', false
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`analyze`);
    const read: [string, number][] = [];
    for (const resource of ["virtual_accounts", "collections", "shown_identity_checks"] as const) {
      const rows = await rowsReadWhile(database, (connection) =>
        findPage(connection, resource, tenant, { limit: 20, after: null }),
      );
      read.push([resource, rows]);
    }
    const closed = await rowsReadWhile(database, (connection) =>
      findPage(connection, "virtual_accounts", tenant, {
        limit: 20,
        after: null,
        filters: { status: ["closed"] },
      }),
    );
    read.push(["virtual_accounts that are closed", closed]);
    const marks = sql.fragment`change_marks(array[${merchantId}::bigint], array['test'])`;
    read.push(["change_marks", await rowsReadBy(database, marks)]);
    expect(read.filter(([, rows]) => rows >= 50)).toEqual([]);
  });

  test("filtered by one thing read few rows of others, however many there are", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const { merchantId } = tenant;
    const slugs = [await createLink(database, tenant), await createLink(database, tenant)];
    await createVirtualAccount(database, tenant, 10_000n);
    await createIdentityCheck(database, tenant);
    const { reference, id } = await database.one(sql.type(
      z.object({ reference: z.string(), id: z.bigint() }),
    )`
      select reference, id from collections`);
    // All of one kind.
    await database.query(sql.type(nothing)`
      insert into collections (
        reference, merchant_id, environment, status, amount, currency, chain, token, address, merchant_reference,
        payment_link_id
      )
      select 'col_' || n, ${merchantId}, 'test', 'expired', 100, 'USD', 'tron', 'USDT', 'T' || n, 'own ' || n,
        (select id from payment_links where slug = ${slugs[0]!})
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into collections (
        reference, merchant_id, environment, status, amount, currency, chain, token, payment_link_id
      )
      select 'col_f' || n, ${merchantId}, 'test', 'failed', 100, 'USD', 'tron', 'USDT',
        (select id from payment_links where slug = ${slugs[1]!})
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into identity_checks (
        reference, merchant_id, environment, type, identity_record_id, status, is_cache_hit, merchant_reference
      )
      select 'kyc_' || n, ${merchantId}, 'test', 'bvn', (select min(id) from identity_records), 'succeeded', false,
        'own ' || n
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into audit_log (done_at, actor, action, target, merchant_id, person_id)
      select now() - (5000 - n) * interval '1 minute', 'x', 'key create', 'x', ${merchantId}, 1
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into credits (
        reference, merchant_id, environment, collection_id, provider_reference, amount, currency, status
      )
      select 'crd_' || n, ${merchantId}, 'test', ${id}, 'p' || n, 1, 'NGN', 'suspended'
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`
      insert into credits (
        reference, merchant_id, environment, collection_id, provider_reference, amount, currency, status
      )
      select 'crd_o' || n, ${merchantId}, 'test', (select max(id) from collections), 'o' || n, 1, 'NGN', 'suspended'
      from generate_series(1, 5000) n`);
    await database.query(sql.type(nothing)`analyze`);
    const [page, long] = [{ limit: 20, after: null }, "2001-01-01T00:00:00.000Z"];
    const reads: [string, (connection: Connection) => Promise<unknown>][] = [
      ...slugs.map((slug): (typeof reads)[number] => [
        `collections of ${slug === slugs[0] ? "the link" : "another link"}`,
        (connection) => findPage(connection, "collections", tenant, { ...page, filters: { slug } }),
      ]),
      ...["bvn", "nin"].flatMap((type) =>
        [undefined, "succeeded", "failed"].map((status): (typeof reads)[number] => [
          `identity checks ${type} ${status}`,
          (connection) =>
            findPage(connection, "shown_identity_checks", tenant, {
              ...page,
              filters: { type, status: status === undefined ? undefined : [status] },
            }),
        ]),
      ),
      ...(["collections", "shown_identity_checks"] as const).flatMap((resource) =>
        ["own 1", "own 5001"].map((merchantReference): (typeof reads)[number] => [
          `${resource} of ${merchantReference}`,
          (connection) => findPage(connection, resource, tenant, { ...page, filters: { merchantReference } }),
        ]),
      ),
      ...[
        { createdTo: long },
        { createdTo: long, action: "key create" },
        { person: "per_x" },
        { key: "key_x" },
      ].map((filters): (typeof reads)[number] => [
        `audit log ${Object.keys(filters).join()}`,
        (connection) => findAuditLogPage(connection, merchantId, { ...page, filters }),
      ]),
      ["payments of a collection", (connection) => findCreditsOf(connection, { tenant, reference })],
      ["journals of a collection", (connection) => findJournals(connection, { tenant, reference })],
    ];
    const read: [string, number][] = [];
    for (const [name, list] of reads) read.push([name, await rowsReadWhile(database, list)]);
    expect(read.filter(([, rows]) => rows >= 250)).toEqual([]);
  });

  test("filtered by two things, or by what most rows are not, read few rows of others", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { merchantId } = tenant;
    const slug = await createLink(database, tenant);
    // All delivered and of one type but for a thousand of each other kind, which are older.
    await database.query(sql.type(nothing)`
      insert into events (reference, merchant_id, environment, type, delivery_status, next_attempt_at, created_at)
      select 'evt_' || n, ${merchantId}, 'test', type, status,
        case when status = 'pending' then now() end, now() - (10000 - n) * interval '1 minute'
      from generate_series(1, 10000) n
      cross join lateral (
        select case when n <= 1000 then 'kyc.failed' else 'payout.succeeded' end as type,
          case
            when n <= 1000 then 'delivered' when n <= 2000 then 'pending' when n <= 3000 then 'exhausted'
            else 'delivered'
          end as status
      ) kind`);
    await database.query(sql.type(nothing)`
      insert into collections (
        reference, merchant_id, environment, status, amount, currency, chain, token, address, payment_link_id
      )
      select 'col_' || n, ${merchantId}, 'test', case when n <= 2000 then 'expired' else 'awaiting_payment' end, 100,
        'USD', 'tron', 'USDT', 'T' || n,
        case when n between 1001 and 5000 then (select id from payment_links where slug = ${slug}) end
      from generate_series(1, 10000) n`);
    await database.query(sql.type(nothing)`analyze`);
    const read: [string, number][] = [];
    const readList = async (resource: "events" | "collections", filters: Filters, found: number) => {
      let items: object[] = [];
      const rows = await rowsReadWhile(database, async (connection) => {
        ({ items } = await findPage(connection, resource, tenant, { limit: 20, after: null, filters }));
      });
      const name = Object.values(filters).join(" ");
      expect([name, items.length]).toEqual([name, found]);
      read.push([name, rows]);
    };
    for (const type of ["payout.succeeded", "kyc.failed", "webhook.test"]) {
      for (const status of [undefined, "delivered", "pending", "exhausted", "not_sent", "held"] as const) {
        const isThere =
          type === "payout.succeeded"
            ? !["not_sent", "pending"].includes(status ?? "")
            : type === "kyc.failed" && [undefined, "delivered"].includes(status);
        await readList(
          "events",
          { type, status: status === undefined ? undefined : [status] },
          isThere ? 20 : 0,
        );
      }
    }
    await readList("events", { status: ["delivered"] }, 20);
    await readList("events", { status: ["not_sent"] }, 0);
    await readList("events", { status: ["pending"] }, 0);
    await readList("events", { status: ["held"] }, 20);
    await readList("events", { status: ["exhausted"] }, 20);
    await readList("events", { status: ["not_sent", "exhausted", "held"] }, 20);
    for (const status of [undefined, "expired", "succeeded"])
      await readList(
        "collections",
        { slug, status: status === undefined ? undefined : [status] },
        status === "succeeded" ? 0 : 20,
      );
    await readList("collections", { slug, status: ["succeeded", "expired"] }, 20);
    expect(read.filter(([, rows]) => rows >= 250)).toEqual([]);
  });

  test("of payouts read few rows, whatever the status of most, and are in order over all statuses", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const { merchantId } = tenant;
    // Nearly all have one status; the last are of each, in turn.
    await database.query(sql.type(nothing)`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
        bank_name, account_number, account_name, failure_code, failure_message,
        submitted_at, settled_at, created_at, purpose
      )
      select 'pyt_' || n, ${merchantId}, 'test', 'key' || n, '', status, 100, 0, 'NGN', '044', 'Bank', '0123456789',
        'ADA OBI', case when status = 'failed' then 'X' end, case when status = 'failed' then 'X' end,
        case when status = 'processing' then now() end,
        case when status in ('succeeded', 'reversed') then now() end, now() - (5000 - n) * interval '1 minute',
        case when n <= 30 then 'salary' when n <= 2500 then 'supplier' else 'other' end
      from generate_series(1, 5000) n
      cross join lateral (
        select case when n <= 4960 then 'succeeded' else (payout_statuses())[1 + n % 6] end as status
      ) kind`);
    await database.query(sql.type(nothing)`analyze`);
    const read: [string, number][] = [];
    for (const filters of [
      {},
      { status: ["failed"] },
      { status: ["pending"] },
      { status: ["canceled", "failed"] },
      { createdTo: "2001-01-01" },
      { purpose: "salary" },
      { purpose: "supplier" },
      { purpose: "supplier", status: ["failed"] },
      { purpose: "refund" },
    ]) {
      const rows = await rowsReadWhile(database, async (connection) => {
        const { items } = await findPage(connection, "payouts", tenant, { limit: 50, after: null, filters });
        if (Object.keys(filters).length === 0) {
          const newest = Array.from({ length: 50 }, (_, n) => `pyt_${5000 - n}`);
          expect(items.map(({ reference }) => reference)).toEqual(newest);
        }
      });
      read.push([JSON.stringify(filters), rows]);
    }
    const marks = sql.fragment`change_marks(array[${merchantId}::bigint], array['test'])`;
    read.push(["change_marks", await rowsReadBy(database, marks)]);
    expect(read.filter(([, rows]) => rows >= 250)).toEqual([]);
  });

  test("of payouts are those for a purpose, but not for other, which most are", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const pay = async (purpose?: PayoutPurpose) =>
      (await createPayout(database, tenant, { purpose })).reference;
    const [salary, canceled, supplier] = [await pay("salary"), await pay("salary"), await pay("supplier")];
    await pay();
    await cancelPayout(database, { tenant, reference: canceled, ...asOperator });
    const list = async (query: string) =>
      (await call("GET", `/v1/payouts?${query}`, { key })).data.map(
        ({ reference }: { reference: string }) => reference,
      );
    expect(await list("purpose=salary")).toEqual([canceled, salary]);
    expect(await list("purpose=salary&status=pending,failed")).toEqual([salary]);
    expect(await list("purpose=supplier")).toEqual([supplier]);
    expect(await list("purpose=refund")).toEqual([]);
    for (const query of ["purpose=other", "purpose=gift", "purpose=salary&purpose=refund"]) {
      const { status, error } = await call("GET", `/v1/payouts?${query}`, { key });
      expect([query, status, Object.keys(error.details!)]).toEqual([query, 422, ["purpose"]]);
    }
  });

  test("a limit other than 1 to 100 in plain digits is refused; the default is 20", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (let made = 0; made < 21; made += 1) await createVirtualAccount(fileDatabase, tenant, 10_000n);
    const list = (query: string) => call("GET", `/v1/virtual-accounts${query}`, { key });

    for (const limit of [
      "0",
      "101",
      "-1",
      "1e2",
      "10abc",
      "",
      "01",
      "1.0",
      "%31%00",
      "9007199254740993",
      "+1",
      " 1",
    ]) {
      const response = await list(`?limit=${limit}`);
      expect([limit, response.status, Object.keys(response.error?.details ?? {})]).toEqual([
        limit,
        422,
        ["limit"],
      ]);
    }
    expect((await list("")).data).toHaveLength(20);
    expect((await list("?limit=1")).data).toHaveLength(1);
    const all = await list("?limit=100");
    expect([all.data.length, all.meta]).toEqual([21, { hasMore: false }]);
  });

  test("a parameter that comes twice is refused", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    for (const query of ["limit=1&limit=100", "cursor=a&cursor=b", "limit[]=1&limit=1&limit=2"]) {
      expect((await call("GET", `/v1/payouts?${query}`, { key })).status).toBe(422);
    }
    expect((await call("GET", "/v1/banks?country=NG&country=GH", { key })).status).toBe(422);
  });

  test("a cursor that was changed, or is another list's, is refused", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (let made = 0; made < 2; made += 1) await createVirtualAccount(fileDatabase, tenant, 10_000n);
    const { meta } = await call("GET", "/v1/virtual-accounts?limit=1", { key });
    const cursor = meta.nextCursor!;
    expect((await call("GET", `/v1/virtual-accounts?cursor=${cursor}`, { key })).data).toHaveLength(1);

    const changed = Array.from(cursor, (character, at) => {
      const other = character === "A" ? "B" : "A";
      return cursor.slice(0, at) + other + cursor.slice(at + 1);
    });
    for (const bad of [
      ...changed,
      `${cursor}A`,
      `${cursor}=`,
      ...Array.from(cursor, (_, length) => cursor.slice(0, length)),
      "x",
      "%00",
      "a".repeat(5000),
    ]) {
      const response = await call("GET", `/v1/virtual-accounts?cursor=${bad}`, { key });
      expect([bad, response.status, Object.keys(response.error.details ?? {})]).toEqual([
        bad,
        422,
        ["cursor"],
      ]);
    }
    expect((await call("GET", `/v1/collections?cursor=${cursor}`, { key })).status).toBe(422);
  });

  test("a cursor reveals nothing about its row", async ({ fileIngress: { call }, fileDatabase }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (let made = 0; made < 2; made += 1) await createVirtualAccount(fileDatabase, tenant, 10_000n);
    const cursorOf = async () =>
      (await call("GET", "/v1/virtual-accounts?limit=1", { key })).meta.nextCursor!;
    const cursors = [await cursorOf(), await cursorOf()];
    expect(cursors[0]).not.toBe(cursors[1]);
    for (const cursor of cursors) {
      expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toMatch(/20\d\d-\d\d-/);
      expect((await call("GET", `/v1/virtual-accounts?cursor=${cursor}`, { key })).data).toHaveLength(1);
    }
  });

  test("a cursor works while the encryption key is replaced, and not under an unknown key", async ({
    database,
    databaseUrl,
  }) => {
    const { tenant, key } = await createMember(database);
    for (let made = 0; made < 2; made += 1) await createVirtualAccount(database, tenant, 10_000n);
    const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    const start = (encryptionKeys: MasterKeys) => startTestIngress(databaseUrl, { encryptionKeys });
    await using announced = await start({ current: old, other: next });
    await using swapped = await start({ current: next, other: old });
    await forgetOtherKeys(database, { current: next }, {});
    await using after = await start({ current: next });
    const cursorOf = async ({ call }: TestIngress) =>
      (await call("GET", "/v1/virtual-accounts?limit=1", { key })).meta.nextCursor!;
    const follow = async ({ call }: TestIngress, cursor: string) =>
      (await call("GET", `/v1/virtual-accounts?limit=1&cursor=${cursor}`, { key })).status;

    const ofOld = await cursorOf(announced);
    const ofNext = await cursorOf(swapped);
    for (const ingress of [announced, swapped]) {
      expect([await follow(ingress, ofOld), await follow(ingress, ofNext)]).toEqual([200, 200]);
    }
    expect([await follow(after, ofOld), await follow(after, ofNext)]).toEqual([422, 200]);
  });

  test("filters narrow every list, by status, time and reference", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { keyFor } = await createListed(fileDatabase);
    // Balance transactions, requests and items of batches have other filters: test/books/balance-transactions.test.ts,
    // test/requests, test/payout-batches.
    expect(lists).toHaveLength(15);
    for (const [path, { status, other, reference = "reference" }] of Object.entries(filters)) {
      const key = keyFor(path);
      const list = async (query: string) => (await call("GET", `${path}?${query}`, { key })).data as Item[];
      const all = await list("limit=100");
      const name = `${path} ${JSON.stringify(all)}`;
      expect(all.length, name).toBeGreaterThanOrEqual(3);
      const statusOf = (item: Item) => item.status ?? item.delivery?.status;

      const third = all[2];
      expect(await list(`${reference}=${third![reference]}`), name).toEqual([third]);
      if (status !== undefined) {
        const ofStatus = await list(`status=${status}&limit=100`);
        expect(ofStatus, name).toEqual(all.filter((item) => statusOf(item) === status));
        expect(ofStatus.length, name).toBeGreaterThanOrEqual(1);
        expect(await list(`status=${other}&limit=100`), name).toEqual(
          all.filter((item) => statusOf(item) === other),
        );
        const both = all.filter((item) => [status, other].includes(statusOf(item)!));
        expect(await list(`status=${other},${status},${other}&limit=100`), name).toEqual(both);
        const next = await call("GET", `${path}?status=${other},${status}&limit=1`, { key });
        if (next.meta.hasMore)
          expect(
            await list(`status=${other},${status}&limit=100&cursor=${next.meta.nextCursor}`),
            name,
          ).toEqual(both.slice(1));
        for (const wrong of [`${status},nothing`, `${status},`, "", `${status}&status=${other}`]) {
          const refused = await call("GET", `${path}?status=${wrong}`, { key });
          expect([name, refused.status, Object.keys(refused.error.details!)]).toEqual([
            name,
            422,
            ["status"],
          ]);
        }
        expect(await list(`${reference}=${third![reference]}&status=${status}`), name).toEqual(
          [third!].filter((item) => statusOf(item) === status),
        );
      }
      // From includes, to excludes; milliseconds are what the API shows.
      const before = (time: string) => all.filter(({ createdAt }) => createdAt < time);
      const since = (time: string) => all.filter(({ createdAt }) => createdAt >= time);
      for (const { createdAt } of all) {
        expect(await list(`limit=100&createdFrom=${createdAt}`), name).toEqual(since(createdAt));
        expect(await list(`limit=100&createdTo=${createdAt}`), name).toEqual(before(createdAt));
        const none = await call("GET", `${path}?createdFrom=${createdAt}&createdTo=${createdAt}`, { key });
        expect(none.error.details, name).toEqual({ createdFrom: "must be before createdTo" });
      }
      const lagos = new Date(Date.parse(third!.createdAt) + 3_600_000).toISOString().replace("Z", "%2B01:00");
      expect(await list(`limit=100&createdFrom=${lagos}`), name).toEqual(since(third!.createdAt));
    }
  });

  test("events and identity checks are filtered by type", async ({ fileIngress: { call }, fileDatabase }) => {
    const { key } = await createListed(fileDatabase);
    const types = async (path: string, type: string) =>
      (await call("GET", `${path}?type=${type}`, { key })).data.map((item: { type: string }) => item.type);
    expect(await types("/v1/kyc/requests", "bvn")).toEqual(["bvn", "bvn"]);
    expect(await types("/v1/kyc/requests", "nin")).toEqual(["nin"]);
    expect(await types("/v1/events", "kyc.failed")).toEqual(["kyc.failed"]);
    expect(await types("/v1/events", "payout.reversed")).toEqual([]);
  });

  test("a filter that is wrong, or comes twice, is named", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const keyFor = await keysOf(fileDatabase, await createMember(fileDatabase));
    const times = [
      "",
      "yesterday",
      "2026-01-31",
      "2026-01-31T09:00:00",
      "2026-01-31T09:00Z",
      "2026-01-31 09:00:00Z",
      "2026-01-31T09:00:00 01:00",
      "2026-01-31T09:00:00+01:00",
      "2026-02-30T09:00:00Z",
      "2026-13-01T09:00:00Z",
      "2026-01-31T24:00:00Z",
      "2026-01-31T09:00:60Z",
      "2026-01-31T09:00:00.000Z'",
      "0000-01-01T00:00:00Z",
      "9999-12-31T23:59:59-01:00",
      "-000001-01-01T00:00:00Z",
      "infinity",
      "now",
      "1700000000",
      `2026-01-31T09:00:00.${"0".repeat(40)}Z`,
    ];
    for (const [path, { status, reference = "reference" }] of Object.entries(filters)) {
      const key = keyFor(path);
      const refused = async (field: string, value: string) => {
        const response = await call("GET", `${path}?${field}=${value}`, { key });
        expect([path, field, value, response.status, Object.keys(response.error?.details ?? {})]).toEqual([
          path,
          field,
          value,
          422,
          [field],
        ]);
      };
      // Of payouts, refunds and events "pending" is public; elsewhere it is of rows that no worker has completed yet.
      const internal = ["/v1/payouts", "/v1/refunds", "/v1/events"].includes(path)
        ? ["provisioning"]
        : ["provisioning", "pending"];
      for (const wrong of ["", "nonsense", "SUCCEEDED", ...internal]) await refused("status", wrong);
      for (const name of ["", "nonsense", "%00", "x'--"]) await refused(reference, name);
      for (const time of path === "/v1/payouts" ? times : times.slice(0, 3)) {
        await refused("createdFrom", time);
        await refused("createdTo", time);
      }
      for (const field of [status && "status", "limit", "cursor", "createdFrom", reference]) {
        if (field === undefined) continue;
        const details = async (query: string) =>
          (await call("GET", `${path}?${query}`, { key })).error.details!;
        expect(await details(`${field}=1&${field}=1`)).toEqual({ [field]: "must be given once" });
        const wrong = (await details(`${field}=nonsense`))[field];
        expect([path, field, wrong]).toEqual([path, field, expect.stringMatching(/^must be (?!given once)/)]);
      }
      // Times at the edge of what can be said.
      for (const [from, to] of [
        ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.001Z"],
        ["9999-12-31T23:59:59.998Z", "9999-12-31T23:59:59.999999999Z"],
      ])
        expect((await call("GET", `${path}?createdFrom=${from}&createdTo=${to}`, { key })).data).toEqual([]);
    }
    const key = keyFor("/v1/events");
    for (const type of ["", "payout", "kyc.*"]) {
      expect((await call("GET", `/v1/events?type=${type}`, { key })).status).toBe(422);
      expect((await call("GET", `/v1/kyc/requests?type=${type}`, { key })).status).toBe(422);
    }
  });

  test("a period that ends before it begins is refused by every list that has one", () => {
    const withPeriod = [...Object.values<Route>(routes), ...dashboardRoutes].flatMap(({ path, request }) =>
      request.query && "createdFrom" in request.query.shape ? [{ path, query: request.query }] : [],
    );
    expect(withPeriod.length).toBeGreaterThan(15);
    const [early, late] = ["2026-01-31T23:30:00Z", "2026-02-01T00:30:00+01:00"];
    for (const { path, query } of withPeriod) {
      const says = (createdFrom: string, createdTo: string) =>
        query.safeParse({ createdFrom, createdTo }).error?.issues.map((issue) => issue.path.join("."));
      // The same moment, in two zones.
      expect([path, says(early!, late!)]).toEqual([path, ["createdFrom"]]);
      expect([path, says("2026-03-01T00:00:00Z", early!)]).toEqual([path, ["createdFrom"]]);
      expect([path, says(early!, "2026-02-01T00:30:00Z")]).toEqual([path, undefined]);
    }
  });

  test("a cursor works only with the filters it was issued for", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { keyFor } = await createListed(fileDatabase);
    for (const path of Object.keys(filters)) {
      const key = keyFor(path);
      const first = await call("GET", `${path}?limit=1&createdFrom=2020-01-01T00:00:00Z`, { key });
      const cursor = first.meta.nextCursor!;
      const next = (query: string) => call("GET", `${path}?cursor=${cursor}${query}`, { key });
      expect((await next("&createdFrom=2020-01-01T00:00:00Z")).status).toBe(200);
      // The same moment, and another page size.
      expect((await next("&createdFrom=2020-01-01T01:00:00%2B01:00&limit=2")).status).toBe(200);
      for (const query of [
        "",
        "&createdFrom=2020-01-01T00:00:00.001Z",
        "&createdTo=2020-01-01T00:00:00Z",
        "&createdFrom=2020-01-01T00:00:00Z&createdTo=2099-01-01T00:00:00Z",
      ]) {
        const response = await next(query);
        expect([path, query, response.status, Object.keys(response.error?.details ?? {})]).toEqual([
          path,
          query,
          422,
          ["cursor"],
        ]);
      }
    }
  });

  test("walk every list once, page by page, with a filter too", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { keyFor } = await createListed(fileDatabase);
    for (const path of Object.keys(filters)) {
      const key = keyFor(path);
      for (const filter of ["", "&createdFrom=2020-01-01T00:00:00Z"]) {
        const { data: all } = await call("GET", `${path}?limit=100${filter}`, { key });
        const seen: unknown[] = [];
        let query = `limit=1${filter}`;
        for (;;) {
          const { data, meta } = await call("GET", `${path}?${query}`, { key });
          seen.push(...data);
          if (!meta.hasMore) break;
          query = `limit=1${filter}&cursor=${meta.nextCursor}`;
        }
        expect(seen).toEqual(all);
      }
    }
  });
});

type Item = { status?: string; delivery?: { status: string }; createdAt: string } & Record<string, unknown>;

const lists = Object.values<Route>(routes).filter(({ paged }) => paged === true);

/** By list: a status of some rows of createListed, one of none or others of them, and what names a row. */
const filters: Record<string, { status?: string; other?: string; reference?: string }> = {
  "/v1/payout-accounts": {},
  "/v1/payouts": { status: "canceled", other: "pending" },
  "/v1/approvals": {},
  "/v1/payout-batches": { status: "canceled", other: "validating" },
  "/v1/refunds": { status: "canceled", other: "pending" },
  "/v1/unmatched-credits": { status: "waiting", other: "accepted" },
  "/v1/virtual-accounts": { status: "closed", other: "active" },
  "/v1/collections": { status: "succeeded", other: "awaiting_payment" },
  "/v1/payment-links": { status: "disabled", other: "active", reference: "slug" },
  "/v1/kyc/requests": { status: "failed", other: "succeeded" },
  "/v1/events": { status: "not_sent", other: "delivered" },
};

/** A merchant with at least three rows in every list. */
async function createListed(database: Database) {
  const member = await createMember(database, { available: 1_000_000n });
  const { tenant } = member;
  await resolveDestination(database, tenant);
  await givePolicy(database, tenant, { amountMax: 0 });
  for (let made = 0; made < 3; made += 1) await createPayout(database, tenant);
  await givePolicy(database, tenant, {});
  for (let made = 0; made < 3; made += 1) {
    const { reference } = await createPayout(database, tenant);
    if (made === 1) await cancelPayout(database, { tenant, reference, ...asOperator });
    const batch = await createBatch(database, tenant, [batchItem(0)]);
    if (made === 1) await cancel(database, tenant, batch);
    const refund = await createRefund(
      database,
      tenant,
      await createPaidCollection(database, tenant, 10_000n),
    );
    if (made === 1) await cancelRefund(database, { tenant, reference: refund, ...asOperator });
    await saveAccount(database, tenant, { ...destination, accountNumber: `012345678${made}` });
    await createUnmatchedCredit(database, tenant, 10_000n);
    await createVirtualAccount(database, tenant, 10_000n);
    const slug = await createLink(database, tenant);
    if (made === 1) await updatePaymentLink(database, { tenant, slug, change: { status: "disabled" } });
    await createIdentityCheck(database, tenant, { type: made === 0 ? "nin" : "bvn", verified: made !== 1 });
  }
  return { ...member, keyFor: await keysOf(database, member) };
}
