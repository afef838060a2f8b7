import { pino } from "pino";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import type { LiveGateway } from "../../workers/gateways/manifest/live-gateways.ts";
import type { GatewayName } from "../../workers/gateways/manifest/manifests.ts";
import { claimBalancePoll, recordBalances, type ProviderBalance } from "../../sql/floats/floats.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { pollBalances } from "../../workers/floats/poll-balances.ts";
import { createGateways } from "../../workers/gateways/create-gateways.ts";
import { createGatewayGuards } from "../../workers/gateways/guards/create-gateway-guards.ts";
import { createSerialRunner } from "../../workers/queue/serial-runner.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { measureDatabase } from "../metrics/scrape.ts";
import { claimThrough, creditThrough, payThrough } from "./live-money.ts";

const { signal } = new AbortController();

const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** What a worker process asks with. A new one has a breaker and tokens of its own. */
const tellersOf = (database: Database, liveGateways: LiveGateway[]) => ({
  database,
  runSerially: createSerialRunner(),
  logger: pino({ level: "silent" }),
  gateways: createGateways(database, {
    encryptionKeys: testEncryptionKeys,
    liveGateways,
    publicUrl: "http://127.0.0.1",
    guards: createGatewayGuards({ callsAtOnce: 8 }),
  }),
});

const ask = (tellers: ReturnType<typeof tellersOf>) =>
  pollBalances(tellers, signal, (gateway) => (error) => {
    throw new Error(gateway, { cause: error });
  });

const letPollsBecomeDue = (database: Database) =>
  run(database, sql.fragment`update balance_polls set polled_at = polled_at - interval '301 seconds'`);

/** What operators see of a float in naira. */
async function shown(databaseUrl: string, gateway: GatewayName): Promise<Record<string, unknown>> {
  const rows = await runOpsScript(databaseUrl, "floats");
  if (typeof rows === "string") throw new Error(rows);
  return rows.find((row) => row.gateway === gateway && row.currency === "NGN")!;
}

/** Records that a provider holds so much, as an answer to a question of its own. */
async function say(database: Database, gateway: GatewayName, amount: bigint): Promise<void> {
  await letPollsBecomeDue(database);
  const question = await claimBalancePoll(database, { gateway });
  const balances: ProviderBalance[] = [{ currency: "NGN", amount }];
  expect(await recordBalances(database, { gateway, poll: question!, balances })).toBe(true);
}

const explained = z.object({
  unexplained_shortfall: z.bigint().nullable(),
  on_its_way: z.bigint().nullable(),
  unsettled: z.bigint().nullable(),
  unreported_fees: z.bigint().nullable(),
});
const explain = (database: Database, gateway: GatewayName) =>
  database.one(sql.type(explained)`
    select s.unexplained_shortfall::bigint as unexplained_shortfall, s.on_its_way, s.unsettled, s.unreported_fees
    from float_shortfalls s join floats f on f.account_id = s.account_id
    where f.gateway = ${gateway} and f.currency = 'NGN'`);

/** The same database, and how many calls at most were made to it at a time. */
function counted(database: Database): { database: Database; most: () => number } {
  const counts = { now: 0, most: 0 };
  const oneFirst: Database["oneFirst"] = async (query) => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    try {
      return await database.oneFirst(query);
    } finally {
      counts.now -= 1;
    }
  };
  return { database: { ...database, oneFirst }, most: () => counts.most };
}

/** As if days had gone by since. */
async function daysGoBy(database: Database, days: number): Promise<void> {
  await reconcile(database, { environment: "live" });
  await run(database, sql.fragment`update float_days set day = day - ${days}::integer`);
}
/** As if the service had been there for weeks: what came in on each day is known. */
const knowEarlierDays = (database: Database) =>
  run(database, sql.fragment`update floats set days_since = days_since - interval '20 days'`);

describe("the balance of a provider", () => {
  test("is polled once in five minutes, whichever processes poll, and shown beside our books", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    await using monnify = await startMonnify();
    http.balances = [
      { value: 400, currency: "NGN" },
      { value: 7, currency: "USD" },
    ];
    paystack.balance = 1_000;
    monnify.balance = 12_345;
    await creditThrough(database, "http", 500n);
    await creditThrough(database, "paystack", 1_000n);
    const processes = Array.from({ length: 6 }, () => tellersOf(database, [http, paystack, monnify]));
    await Promise.all(processes.map(ask));
    const asked = () => [http.calls.balance, paystack.calls.balance, monnify.calls.balance];
    expect(asked()).toEqual([1, 1, 1]);
    const said = { reported_at: expect.anything(), polled_at: expect.anything(), problem: null };
    expect(await shown(databaseUrl, "http")).toMatchObject({
      held: 500,
      reported_balance: 400,
      difference: -100,
      ...said,
    });
    expect(await shown(databaseUrl, "paystack")).toMatchObject({
      reported_balance: 1_000,
      difference: 0,
      ...said,
    });
    expect(await shown(databaseUrl, "monnify")).toMatchObject({ held: 0, reported_balance: 12_345, ...said });
    expect(await runOpsScript(databaseUrl, "floats")).toContainEqual(
      expect.objectContaining({ gateway: "http", currency: "USD", reported_balance: 7, difference: 7 }),
    );

    // What moves later makes no difference of what was said before.
    await creditThrough(database, "http", 50n);
    expect(await shown(databaseUrl, "http")).toMatchObject({ held: 550, difference: -100 });

    await ask(processes[0]!);
    expect(asked()).toEqual([1, 1, 1]);
    await letPollsBecomeDue(database);
    http.balances = [{ value: 550, currency: "NGN" }];
    await Promise.all(processes.map(ask));
    expect(asked()).toEqual([2, 2, 2]);
    expect(await shown(databaseUrl, "http")).toMatchObject({ reported_balance: 550, difference: 0 });
  });

  test("that does not come leaves the last one, says why, and keeps no other waiting", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    await using monnify = await startMonnify();
    monnify.balance = 5;
    await ask(tellersOf(database, [http, paystack, monnify]));
    const before = await shown(databaseUrl, "http");

    await letPollsBecomeDue(database);
    http.misbehave("balance", "hang");
    paystack.misbehave("balance", "a web page");
    monnify.balance = 6;
    const underWay = ask(tellersOf(database, [http, paystack, monnify]));
    await eventually(async () => {
      expect((await shown(databaseUrl, "monnify")).reported_balance).toBe(6);
    });
    // It has not answered yet, and it is not polled again meanwhile.
    expect(await shown(databaseUrl, "http")).toMatchObject({ problem: null });
    await underWay;
    const { reported_balance, reported_at } = before;
    expect(await shown(databaseUrl, "http")).toMatchObject({
      reported_balance,
      reported_at,
      problem: "no response in time",
    });
    expect(await shown(databaseUrl, "paystack")).toMatchObject({
      reported_balance: 100_000_000,
      problem: "a response without status true",
    });

    await letPollsBecomeDue(database);
    http.behave();
    http.balances = null;
    const stranger = { ...paystack, secret: "sk_live_of_nobody" };
    await ask(tellersOf(database, [http, stranger, monnify]));
    expect((await shown(databaseUrl, "http")).problem).toBe("it does not report its balance");
    expect((await shown(databaseUrl, "paystack")).problem).toBe("status 401");
  });

  test("that comes after a later question is not recorded", async ({ database, databaseUrl }) => {
    const naira = (amount: bigint): ProviderBalance[] => [{ currency: "NGN", amount }];
    const first = await claimBalancePoll(database, { gateway: "http" });
    expect(await claimBalancePoll(database, { gateway: "http" })).toBeNull();
    await letPollsBecomeDue(database);
    const second = await claimBalancePoll(database, { gateway: "http" });
    expect(await recordBalances(database, { gateway: "http", poll: second!, balances: naira(2n) })).toBe(
      true,
    );
    expect(await recordBalances(database, { gateway: "http", poll: first!, balances: naira(1n) })).toBe(
      false,
    );
    expect(await recordBalances(database, { gateway: "http", poll: first!, problem: "status 500" })).toBe(
      false,
    );
    expect(await shown(databaseUrl, "http")).toMatchObject({ reported_balance: 2, problem: null });
    await expect(claimBalancePoll(database, { gateway: "stripe" as GatewayName })).rejects.toThrow();
  });

  test("is claimed and recorded on one connection, however many are polled at once", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    await using monnify = await startMonnify();
    const { database: watched, most } = counted(database);
    await ask(tellersOf(watched, [http, paystack, monnify]));
    expect(most()).toBe(1);
    expect([http.calls.balance, paystack.calls.balance, monnify.calls.balance]).toEqual([1, 1, 1]);
    for (const gateway of ["http", "paystack", "monnify"] as const)
      expect((await shown(databaseUrl, gateway)).reported_at).not.toBeNull();
  });

  test("is not claimed, and nobody waits, while an answer is recorded", async ({ database }) => {
    await claimBalancePoll(database, { gateway: "http" });
    // Not due, and due.
    for (const seconds of [0, 301]) {
      await run(
        database,
        sql.fragment`update balance_polls set polled_at = now() - make_interval(secs => ${seconds})`,
      );
      const [locked, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const recording = database.transaction(async (transaction) => {
        await run(transaction, sql.fragment`select from balance_polls for update`);
        locked.resolve();
        await recorded.promise;
      });
      await locked.promise;
      const claimed = await claimBalancePoll(database, { gateway: "http" }).finally(recorded.resolve);
      await recording;
      expect(claimed).toBeNull();
    }
    expect(await claimBalancePoll(database, { gateway: "http" })).toBe(2n);
  });

  test("in a currency that it does not name any more goes, and not those of others", async ({ database }) => {
    const naira: ProviderBalance = { currency: "NGN", amount: 5n };
    const both: ProviderBalance[] = [naira, { currency: "USD", amount: 6n }];
    const answer = async (gateway: GatewayName, balances: ProviderBalance[] | null) => {
      await letPollsBecomeDue(database);
      const question = await claimBalancePoll(database, { gateway });
      await recordBalances(database, { gateway, poll: question!, balances });
    };
    const kept = () =>
      database.anyFirst(sql.type(z.object({ kept: z.string() }))`
        select f.gateway || ' ' || f.currency as kept
        from provider_balances p join floats f on f.account_id = p.account_id order by 1`);
    await answer("http", both);
    await answer("paystack", both);
    await answer("http", [naira]);
    expect(await kept()).toEqual(["http NGN", "paystack NGN", "paystack USD"]);
    await answer("paystack", null);
    expect(await kept()).toEqual(["http NGN", "paystack NGN", "paystack USD"]);
    await answer("paystack", []);
    expect(await kept()).toEqual(["http NGN"]);
  });

  test("is polled by a worker process, which needs no job for it", async ({ database, databaseUrl }) => {
    await using http = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, http.env);
    await eventually(async () => {
      expect(await shown(databaseUrl, "http")).toMatchObject({ reported_balance: 100_000_000 });
    }, 60_000);
    const journals = await database.any(sql.type(z.object({}))`select from ledger_journals`);
    expect(journals).toEqual([]);
  });
});

describe("a provider that holds less than our books", () => {
  test("is short by what nothing explains: no payout on its way, no money of these days, no fee", async ({
    database,
  }) => {
    await knowEarlierDays(database);
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "http", 100_000n, tenant);
    // All of it came in today: it need not be settled yet.
    await say(database, "http", 0n);
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: 0n, unsettled: 100_000n });
    await daysGoBy(database, 4);
    await say(database, "http", 0n);
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: 0n, unsettled: 100_000n });

    // On the fifth day it is, but for what the provider may charge.
    await daysGoBy(database, 1);
    await say(database, "http", 0n);
    expect(await explain(database, "http")).toEqual({
      unexplained_shortfall: 98_000n,
      on_its_way: 0n,
      unsettled: 0n,
      unreported_fees: 2_000n,
    });
    await say(database, "http", 98_000n);
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: 0n });
    await say(database, "http", 97_999n);
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: 1n });
    await say(database, "http", 500_000n);
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: 0n });

    // A statement told what it charged then; that of another provider did not.
    for (const [gateway, fees] of [
      ["paystack", 2_000n],
      ["http", 0n],
    ] as const) {
      await run(
        database,
        sql.fragment`
        insert into provider_statements
          (gateway, file_hash, from_day, to_day, has_credits, has_transfers, line_count)
        select ${gateway}, 'x', d - 8, d - 1, true, true, 0 from lagos_day(now()) d`,
      );
      await say(database, "http", 97_999n);
      expect(await explain(database, "http")).toMatchObject({ unreported_fees: fees });
    }
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: 2_001n });

    // Two payouts of 1,000 are on their way through it, and one through another.
    await claimThrough(database, "http", tenant);
    await claimThrough(database, "http", tenant);
    await claimThrough(database, "paystack", tenant);
    await say(database, "http", 97_900n);
    expect(await explain(database, "http")).toMatchObject({
      unexplained_shortfall: 60n,
      on_its_way: 2_000n,
      unreported_fees: 40n,
    });
  });

  test("counts what came back together with what went out", async ({ database }) => {
    await knowEarlierDays(database);
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "http", 100_000n, tenant);
    await daysGoBy(database, 6);
    // One statement that takes 1,000 from the float, and gives 400 to it.
    await run(
      database,
      sql.fragment`
      with j as (
        insert into ledger_journals (kind, subject, environment, currency)
        values ('payout_settled', 'pyt_1', 'live', 'NGN'), ('payout_reversed', 'pyt_2', 'live', 'NGN')
        returning id, kind
      )
      insert into ledger_entries (journal_id, account_id, environment, currency, amount)
      select j.id, a.id, 'live', 'NGN',
        case when a.kind = 'suspense' then -1 else 1 end * case j.kind when 'payout_settled' then 1000 else -400 end
      from j join ledger_accounts a on a.merchant_id is null and (a.environment, a.currency) = ('live', 'NGN')
        and a.kind in ('float_http', 'suspense')`,
    );
    await say(database, "http", 0n);
    // Also while the sweep has not added it up.
    const [unsettled, fees] = [400n, (100_000n + 1_400n) / 50n];
    expect(await explain(database, "http")).toMatchObject({ unsettled, unreported_fees: fees });
    await reconcile(database, { environment: "live" });
    await say(database, "http", 0n);
    expect(await explain(database, "http")).toMatchObject({ unsettled, unreported_fees: fees });
  });

  test("is not judged while the days that count are not all known", async ({ database, databaseUrl }) => {
    await creditThrough(database, "http", 1_000n);
    await say(database, "http", 0n);
    expect(await explain(database, "http")).toMatchObject({ unexplained_shortfall: null, unsettled: null });
    expect(await shown(databaseUrl, "http")).toMatchObject({
      difference: -1_000,
      unexplained_shortfall: null,
    });
  });

  test("counts what came in and what went out by one statement, though nothing is left of it", async ({
    database,
  }) => {
    const { merchantId } = await createFundedMerchant(database, 100_000n, "live");
    await database.query(sql.type(z.object({}))`
      select post_journals(array[
        ('credit_settled', 'in', ${merchantId}, 'live', 'NGN', 1000, 0, -1000, 0, 0, 0, 0, 'paystack')::ledger_movement,
        ('payout_settled', 'out', ${merchantId}, 'live', 'NGN', -1000, 0, 1000, 0, 0, 0, 0, 'paystack')::ledger_movement
      ])`);
    await reconcile(database, { environment: "live" });
    const days = await database.any(
      sql.type(z.object({ gained: z.bigint(), gave: z.bigint() }))`
        select d.gained, d.gave from float_days d join floats f on f.account_id = d.account_id
        where f.gateway = 'paystack'`,
    );
    expect(days).toEqual([{ gained: 1_000n, gave: 1_000n }]);
  });

  test("is not judged while more payouts are under way than are added up", async ({ database }) => {
    await knowEarlierDays(database);
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "http", 100_000n, tenant);
    await daysGoBy(database, 6);
    await claimThrough(database, "http", tenant);
    const sayWith = async (most: number) => {
      await letPollsBecomeDue(database);
      const question = await claimBalancePoll(database, { gateway: "http" });
      const balances = sql.jsonb([{ currency: "NGN", amount: "0" }]);
      await run(
        database,
        sql.fragment`select record_balances('http', ${question}, ${balances}, null, ${most})`,
      );
    };
    await sayWith(2);
    expect(await explain(database, "http")).toMatchObject({
      on_its_way: 1_000n,
      unexplained_shortfall: 96_980n,
    });
    await sayWith(1);
    expect(await explain(database, "http")).toMatchObject({ on_its_way: null, unexplained_shortfall: null });
  });

  test("forgets days that nothing looks at, and keeps the others", async ({ database }) => {
    await creditThrough(database, "http", 1_000n);
    await daysGoBy(database, 10);
    await creditThrough(database, "http", 5n);
    await reconcile(database, { environment: "live" });
    const days = () =>
      database.anyFirst(
        sql.type(z.object({ gained: z.bigint() }))`select gained from float_days order by day`,
      );
    expect(await days()).toEqual([1_000n, 5n]);
    await daysGoBy(database, 1);
    await reconcile(database, { environment: "live" });
    expect(await days()).toEqual([5n]);
  });

  test("reads no more payouts under way than it is told to", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 100_000n, "live");
    for (let n = 0; n < 3; n += 1) await claimThrough(database, "http", tenant);
    const sums = (most: number | null) =>
      database.any(sql.type(z.object({ payouts: z.bigint(), amount: z.bigint() }))`
        select payouts, amount from payouts_under_way(${most})`);
    expect(await sums(null)).toEqual([{ payouts: 3n, amount: 3_000n }]);
    expect(await sums(2)).toEqual([{ payouts: 2n, amount: 2_000n }]);
  });
});

test("what a provider reports is measured, while it is polled", async ({ database, databaseUrl }) => {
  await knowEarlierDays(database);
  const tenant = await createFundedMerchant(database, 0n, "live");
  await creditThrough(database, "paystack", 5_000n, tenant);
  await payThrough(database, "paystack", tenant, "succeeded");
  await daysGoBy(database, 5);
  await say(database, "paystack", 3_000n);
  await say(database, "monnify", 70n);
  await letPollsBecomeDue(database);
  const names = ["payments_provider_balance", "payments_float_shortfall"];
  const measured = (await measureDatabase(databaseUrl)).all.filter(({ name }) =>
    names.some((wanted) => name.startsWith(wanted)),
  );
  const lines = measured.map(({ name, labels, value }) => {
    const isTime = name.endsWith("_timestamp_seconds");
    return `${name} ${labels["gateway"]} ${labels["currency"]} ${isTime ? Date.now() / 1000 - value < 60 : value}`;
  });
  expect(lines.toSorted()).toEqual([
    "payments_float_shortfall_minor_units monnify NGN 0",
    "payments_float_shortfall_minor_units paystack NGN 880",
    "payments_provider_balance_minor_units monnify NGN 70",
    "payments_provider_balance_minor_units paystack NGN 3000",
    "payments_provider_balance_timestamp_seconds monnify NGN true",
    "payments_provider_balance_timestamp_seconds paystack NGN true",
  ]);

  await run(
    database,
    sql.fragment`update balance_polls set polled_at = now() - interval '21 minutes'
    where gateway = 'paystack'`,
  );
  const later = await measureDatabase(databaseUrl);
  expect(later.values("payments_provider_balance_minor_units", "gateway")).toEqual(["monnify"]);
});

test("a gateway that never said what it holds is measured from its first question on", async ({
  database,
  databaseUrl,
}) => {
  const answer = async (
    gateway: GatewayName,
    said: { balances: readonly object[] | null } | { problem: string },
  ) => {
    await run(
      database,
      sql.fragment`update balance_polls set polled_at = now() - interval '301 seconds' where gateway = ${gateway}`,
    );
    const question = await claimBalancePoll(database, { gateway });
    expect(await recordBalances(database, { gateway, poll: question!, ...said })).toBe(true);
  };
  const measured = async () => {
    const { all } = await measureDatabase(databaseUrl);
    const times = all.filter(({ name }) => name === "payments_provider_balance_timestamp_seconds");
    return times
      .map(({ labels, value }) => [
        labels["gateway"],
        labels["currency"],
        Math.round((Date.now() / 1000 - value) / 600),
      ])
      .toSorted();
  };
  const letTimePass = () =>
    run(
      database,
      sql.fragment`update balance_polls set unanswered_since = unanswered_since - interval '10 minutes'`,
    );
  // One says that it has no answer: nothing follows from that. One names nothing, which is none.
  await answer("paystack", { problem: "status 401" });
  await answer("monnify", { balances: [] });
  await answer("http", { balances: null });
  await letTimePass();
  await answer("paystack", { problem: "no response in time" });
  expect(await measured()).toEqual([
    ["monnify", "", 1],
    ["paystack", "", 1],
  ]);

  await answer("paystack", { balances: [{ currency: "NGN", amount: 1n }] });
  await answer("paystack", { problem: "status 401" });
  await letTimePass();
  expect(await measured()).toEqual([
    ["monnify", "", 2],
    ["paystack", "NGN", 0],
  ]);
});
