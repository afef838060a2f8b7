import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { registry } from "../../sql/process/metrics/registry.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { findSummary } from "../../sql/dashboard/summary.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { roleUrl, setRolePasswords } from "../helpers/database/role-url.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy, type Proxy } from "../helpers/outside/start-proxy.ts";
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from "../helpers/platform/start-replicated-postgres.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { fund } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const noRow = sql.type(z.object({}));
/** How old a read may be: so long that no pause of a test lasts as long, and so short that a test can wait for it. */
const [LONG_MS, SHORT_MS] = [60_000, 1_000];

let postgres: ReplicatedPostgres;
let proxy: Proxy;
let database: Database;
/** One that reads what is a minute old, and one that reads what is a second old. */
let lenient: TestIngress;
let strict: TestIngress;
let shop: Awaited<ReturnType<typeof createShop>>;

async function createShop(kobo: bigint) {
  const member = await createLiveMember(database, kobo);
  const { session } = await createPerson(database, [[member.tenant.merchantId, "owner"]]);
  await database.query(noRow`
    insert into daily_totals (merchant_id, environment, currency, day, received, receipts, sent, payouts, returned)
    values (${member.tenant.merchantId}, 'live', 'NGN', lagos_day(now()) - 9, ${kobo}, 3, 0, 0, 0)`);
  return { ...member, session };
}

const addPayout = ({ tenant }: { tenant: { merchantId: bigint } }, reference: string) =>
  database.query(noRow`
    insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
      bank_name, account_number, account_name, settled_at
    )
    values (${reference}, ${tenant.merchantId}, 'live', ${reference}, '', 'succeeded', 1, 0, 'NGN', '058', 'Bank',
      '0123456789', 'ADA', now())`);

const readerUrl = (url: string) => roleUrl(url, "reader");
const onStandby = (statement: string) => runSql(postgres.standbyUrl, statement);

async function readsFrom(from: string): Promise<number> {
  const metric = await registry.getSingleMetric("payments_replica_reads_total")!.get();
  return metric.values.find(({ labels }) => labels["from"] === from)?.value ?? 0;
}

/** What a merchant's dashboard shows, and who responded to what may be stale. */
async function summary(ingress: TestIngress, { session } = shop) {
  const before = [await readsFrom("replica"), await readsFrom("primary")];
  const response = await ingress.call("GET", "/dashboard/api/live/summary", { session });
  expect(response.status, response.text).toBe(200);
  const [byReplica, byPrimary] = [await readsFrom("replica"), await readsFrom("primary")];
  expect(byReplica + byPrimary - before[0]! - before[1]!).toBe(1);
  return { data: response.data, from: byReplica > before[0]! ? "replica" : "primary" };
}

const untilFrom = (ingress: TestIngress, from: string) =>
  eventually(async () => expect((await summary(ingress)).from).toBe(from));

beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  await migrate(postgres.url);
  await setRolePasswords(postgres.url, inject("rolePassword"));
  database = await createDatabase({ url: postgres.url, maxPoolSize: 4, applicationName: "test" });
  shop = await createShop(700_00n);
  proxy = await startProxy(readerUrl(postgres.standbyUrl));
  const start = (databaseReadStaleMs: number) =>
    startTestIngress(postgres.url, { databaseReadUrl: proxy.url, databaseReadStaleMs });
  [lenient, strict] = [await start(LONG_MS), await start(SHORT_MS)];
}, 300_000);

afterAll(async () => {
  await Promise.all([lenient?.stop(), strict?.stop(), database?.end()]);
  await proxy?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

describe("reads that may be stale", { timeout: 120_000 }, () => {
  test("go to the standby, and say the same there, of one merchant alone", async () => {
    const other = await createShop(5_00n);
    await untilFrom(strict, "replica");
    for (const one of [shop, other]) {
      await eventually(async () => {
        const { data, from } = await summary(strict, one);
        expect(from).toBe("replica");
        expect(data).toEqual(await findSummary(database, one.tenant));
        const { days } = data.money[0];
        expect(days).toHaveLength(30);
        expect(days[29 - 9].received.value).toBe(Number(one === shop ? 700_00n : 5_00n));
      });
    }
  });

  test("are old while it stands still, for as long as is allowed; money, today and lists never", async () => {
    await untilFrom(strict, "replica");
    await untilFrom(lenient, "replica");
    const { data: before } = await summary(lenient);
    await onStandby("select pg_wal_replay_pause()");
    try {
      await fund(database, shop.tenant, 300_00n);
      await addPayout(shop, "pyt_01000000000000000000000000");
      // A read that takes the standby too long is the primary's, as is each other one until the next look.
      await eventually(async () => {
        const { data, from } = await summary(lenient);
        expect(from).toBe("replica");
        expect(data.successRates).toEqual(before.successRates);
        expect(data.money[0].available.value).toBe(before.money[0].available.value + 300_00);
        expect(data.money[0].days.at(-1).receipts).toBe(before.money[0].days.at(-1).receipts + 1);
      });
      for (const ingress of [lenient, strict]) {
        const list = await ingress.call("GET", "/v1/payouts", { key: shop.key });
        expect(list.data.map(({ reference }: { reference: string }) => reference)).toEqual([
          "pyt_01000000000000000000000000",
        ]);
        expect((await ingress.call("GET", "/v1/balances", { key: shop.key })).data).toMatchObject([
          { available: { value: 1_000_00 } },
        ]);
      }
      await untilFrom(strict, "primary");
      expect((await summary(strict)).data).toEqual(await findSummary(database, shop.tenant));
      expect(strict.log()).toContain('"problem":"it is behind"');
    } finally {
      await onStandby("select pg_wal_replay_resume()");
    }
    await untilFrom(strict, "replica");
    expect((await summary(strict)).data).toEqual(await findSummary(database, shop.tenant));
  });

  test("are answered by the primary while it is cut off, silent or dead, and nobody gets an error", async () => {
    const right = async (ingress: TestIngress) => {
      const { data, from } = await summary(ingress);
      expect(from).toBe("primary");
      expect(data).toEqual(await findSummary(database, shop.tenant));
      await eventually(async () => expect((await ingress.call("GET", "/readyz")).status).toBe(200));
    };
    await untilFrom(lenient, "replica");
    proxy.mode("swallow");
    await right(lenient);
    proxy.cutAll();
    await right(lenient);
    proxy.mode("pass");
    proxy.cutAll();
    await untilFrom(lenient, "replica");

    await postgres.stopStandby();
    await right(lenient);
    await right(strict);
    postgres.startStandby();
    await untilFrom(lenient, "replica");
    await untilFrom(strict, "replica");
    expect(lenient.log()).toContain("it does not respond");
    expect(lenient.log()).not.toContain(new URL(proxy.url).password);
  });
});

describe("the user of these reads", { timeout: 60_000 }, () => {
  test("cannot write, wherever it connects to, and reads what it needs alone", async () => {
    const statements = [
      "update payouts set amount = 1",
      "insert into daily_totals default values",
      "delete from collections",
      "select outcome from cancel_payout(0, 'live', 'x', null, null)",
      "select account_number from payouts",
      "select balance from ledger_accounts",
      "select payload from queue_live_money._private_jobs",
    ];
    for (const statement of statements) {
      const refused = async (url: string, code: string) =>
        expect(
          await runSql(readerUrl(url), statement).catch((error: pg.DatabaseError) => error.code),
        ).toMatch(new RegExp(code));
      await refused(postgres.url, "42501");
      await refused(postgres.standbyUrl, "42501|25006");
    }
    await expect(onStandby("update payouts set amount = 1")).rejects.toMatchObject({ code: "25006" });
    // Should the standby become the primary, its connections still refuse.
    const owner = await createDatabase({
      url: postgres.url,
      maxPoolSize: 1,
      applicationName: "test",
      isReadOnly: true,
    });
    await expect(owner.query(noRow`update payouts set amount = amount`)).rejects.toMatchObject({
      code: "25006",
    });
    await owner.end();
  });

  test("is not used with power, as another role, on what is no standby, or on that of another server", async ({
    databaseUrl,
  }) => {
    const unfit = async (databaseReadUrl: string, primary: string, problem: string) => {
      await using ingress = await startTestIngress(primary, { databaseReadUrl });
      await eventually(async () => expect(ingress.log()).toContain(problem));
      expect(ingress.log()).not.toContain("the replica is read from");
    };
    await unfit(postgres.standbyUrl, postgres.url, "the user postgres is a superuser");
    for (const role of ["operator", "ingress", "workers"] as const) {
      const url = roleUrl(postgres.standbyUrl, role);
      await unfit(url, postgres.url, `the user payments_${role} is not payments_reader`);
    }
    await unfit(readerUrl(postgres.url), postgres.url, "it is no standby");
    await unfit(readerUrl(postgres.standbyUrl), databaseUrl, "it is of another server");
  });
});
