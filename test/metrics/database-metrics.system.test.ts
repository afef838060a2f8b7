import { expect } from "vitest";
import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Database } from "../../sql/process/database.ts";
import { createDatabaseMetrics } from "../../sql/process/metrics/database-metrics.ts";
import { measurePayouts } from "../../sql/process/metrics/measures.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { version } from "../../sql/process/version.ts";
import { emitTestEvent } from "../../sql/webhooks/events/events.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { createFundedMerchant, createPayout, resolveDestination, setEndpoint } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import {
  batchItems,
  createReadyBatch,
  start,
  work,
  workOnPayoutBatches,
} from "../payout-batches/batch-steps.ts";
import { measureDatabase, scrape, startMeasuredIngress, startMeasuredWorkers } from "./scrape.ts";

const none = z.object({});
const direct = (databaseUrl: string) => ({ databaseUrl, isPooled: false });

test("reports the same of the whole service in every process: pending rows, and what a person has to look at", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n);
  await resolveDestination(database, tenant);
  await setEndpoint(database, tenant, "https://example.com/hooks");
  const payouts = [];
  for (let n = 0; n < 5; n += 1) payouts.push(await createPayout(database, tenant));
  const [waiting, sent, stuck] = payouts;
  await database.query(sql.type(none)`
    update payouts set created_at = now() - interval '1 hour' where id = ${waiting!.id}`);
  // Far ahead, so that a worker which starts below finds nothing to poll.
  await database.query(sql.type(none)`
    update payouts set status = 'processing', submitted_at = now(), next_confirmation_at = now() + interval '1 hour',
      created_at = now() - interval '2 hours', needs_review = id = ${stuck!.id}
    where id in (${sent!.id}, ${stuck!.id})`);
  await database.query(sql.type(none)`
    update webhook_endpoints set disabled_at = now(), disabled_reason = 'it failed for too long'`);

  const expected = {
    "payments_payouts{test,pending}": 3,
    "payments_payouts{test,processing}": 1,
    "payments_payouts{test,held}": 0,
    "payments_payouts{live,pending}": 0,
    "payments_payouts_to_review{test}": 1,
    "payments_payouts_to_review{live}": 0,
    "payments_suspended_credits{test}": 0,
    "payments_webhook_endpoints_disabled{test}": 1,
    // And the credit that paid for them.
    "payments_queue_jobs_due{queue_test_money}": 6,
    "payments_queue_jobs_due{queue_live_money}": 0,
    "payments_database_up{}": 1,
    "payments_worker_processes{}": 0,
    [`payments_process_version{${version}}`]: 1,
  };
  const measured = (scraped: Awaited<ReturnType<typeof scrape>>) =>
    Object.fromEntries(
      scraped.all.map(({ name, labels, value }) => [`${name}{${Object.values(labels).join(",")}}`, value]),
    );
  await using ingress = await startMeasuredIngress(databaseUrl);
  const metrics = await scrape(ingress.metricsPort);
  expect(measured(metrics)).toMatchObject(expected);
  const age = (state: string) =>
    metrics.value("payments_payouts_oldest_seconds", { environment: "test", state });
  expect(age("pending")).toBeGreaterThanOrEqual(3_600);
  expect(metrics.value("payments_database_bytes")).toBeGreaterThan(1_000_000);
  expect(metrics.value("payments_process_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(age("processing")).toBeGreaterThanOrEqual(7_200);
  expect(metrics.value("payments_queue_oldest_due_seconds", { queue: "queue_test_money" })).toBeGreaterThan(
    0,
  );
  // Absent: nobody has checked the books.
  expect(metrics.values("payments_ledger_proof_discrepancies", "environment")).toEqual([]);

  await using workers = await startMeasuredWorkers(databaseUrl);
  const ofWorkers = await scrape(workers.metricsPort);
  expect(ofWorkers.value("payments_worker_processes")).toBe(1);
  expect(ofWorkers.value("payments_payouts_to_review", { environment: "test" })).toBe(1);
});

test("says how long the oldest event has been due, where nobody but the service keeps it waiting", async ({
  database,
  databaseUrl,
}) => {
  const minutesLate = [1, 5, 9];
  const tenants: Tenant[] = [];
  for (const late of minutesLate) {
    const tenant = await createFundedMerchant(database);
    await setEndpoint(database, tenant, "https://example.com/hooks");
    await emitTestEvent(database, { tenant });
    await database.query(sql.type(none)`
      update events set next_attempt_at = now() - make_interval(mins => ${late})
      where merchant_id = ${tenant.merchantId}`);
    tenants.push(tenant);
  }
  const oldest = async () =>
    Math.round(
      (await measureDatabase(databaseUrl)).value("payments_webhooks_oldest_seconds", {
        environment: "test",
      }) / 60,
    );
  expect(await oldest()).toBe(9);
  const change = (index: number, how: ReturnType<typeof sql.fragment>) =>
    database.query(sql.type(none)`
      update webhook_endpoints set ${how} where merchant_id = ${tenants[index]!.merchantId}`);
  await change(2, sql.fragment`is_slow = true`);
  expect(await oldest()).toBe(5);
  await change(1, sql.fragment`disabled_at = now(), disabled_reason = 'it failed for too long'`);
  expect(await oldest()).toBe(1);
  await database.query(sql.type(none)`update events set next_attempt_at = now() + interval '1 hour'`);
  expect(await oldest()).toBe(0);
});

test("says for how long no payout was made of a started batch that has items left", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 100_000_000n);
  const late = async () =>
    Math.round(
      (await measureDatabase(databaseUrl)).value("payments_payout_batches_oldest_seconds", {
        environment: "test",
      }) / 60,
    );
  for (const minutes of [2, 7]) {
    const reference = await createReadyBatch(database, tenant, batchItems(201));
    const started = await start(database, tenant, reference, { allowsDuplicates: true });
    expect(started.outcome).toBe("started");
    await database.query(sql.type(none)`
      update payout_batches set worked_at = now() - make_interval(mins => ${minutes}) where reference = ${reference}`);
  }
  expect(await late()).toBe(7);
  await workOnPayoutBatches(database, tenant);
  expect(await late()).toBe(2);
  await work(database, tenant);
  expect(await late()).toBe(0);
});

test("says through whom and to which bank payouts go, and how the newest ended, in few series", async ({
  database,
  databaseUrl,
}) => {
  const { merchantId } = await createFundedMerchant(database);
  const add = (
    count: number,
    bank: number,
    {
      environment = "live",
      status = "pending",
      through = null as string | null,
      age = "0 s",
      review = false,
    },
  ) =>
    database.query(sql.type(none)`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
        bank_name, account_number, account_name, sent_through, created_at, needs_review, failure_code, failure_message,
        submitted_at, settled_at
      )
      select 'pyt_' || gen_random_uuid(), ${merchantId}, ${environment}, gen_random_uuid()::text, '', ${status}, 1, 1,
        'NGN', b.code, 'as it was called then', '0123456789', 'ADA', ${through}, now() - ${age}::interval, ${review},
        case when ${status} = 'failed' then 'X' end, case when ${status} = 'failed' then 'x' end,
        case when ${status} = 'processing' then now() end, case when ${status} = 'succeeded' then now() end
      from generate_series(1, ${count}) n,
        (select code from banks order by code offset ${bank} limit 1) b`);
  // Twelve banks, each with one payout less than the one before.
  for (let bank = 0; bank < 12; bank += 1) await add(20 - bank, bank, {});
  await add(3, 0, { status: "processing", through: "paystack", age: "30 min" });
  await add(2, 1, { status: "processing", through: "monnify", age: "2 days", review: true });
  await add(4, 0, { environment: "test", status: "failed" });
  await add(5, 0, { status: "succeeded", through: "paystack", age: "5 min" });
  await add(1, 0, { status: "failed", through: "paystack" });

  const banks = await database.anyFirst(
    sql.type(z.object({ name: z.string() }))`select name from banks order by code limit 12`,
  );
  const metrics = await measureDatabase(databaseUrl);
  const live = { environment: "live" };
  const open = (labels: Record<string, string>) =>
    metrics.value("payments_payouts_by_bank", { ...live, ...labels });
  expect(metrics.values("payments_payouts_by_bank", "bank")).toEqual(
    [...banks.slice(0, 10), "other"].toSorted(),
  );
  expect(open({ bank: banks[0]!, state: "pending", gateway: "none", age: "1m" })).toBe(20);
  expect(open({ bank: banks[9]!, state: "pending" })).toBe(11);
  expect(open({ bank: "other", state: "pending" })).toBe(10 + 9);
  expect(open({ bank: banks[0]!, state: "processing", gateway: "paystack", age: "1h" })).toBe(3);
  expect(open({ bank: banks[1]!, state: "review", gateway: "monnify", age: "older" })).toBe(2);
  const ended = (labels: Record<string, string>) => metrics.value("payments_recent_payouts", labels);
  expect(ended({ ...live, bank: banks[0]!, state: "succeeded", gateway: "paystack" })).toBe(5);
  expect(ended({ ...live, bank: banks[0]!, state: "failed", gateway: "paystack" })).toBe(1);
  expect(ended({ environment: "test", bank: banks[0]!, state: "failed", gateway: "sandbox" })).toBe(4);
});

/** Adds payouts of made-up merchants, which the metrics do not read, and faster than to accept them. */
const addPayouts = (
  database: Database,
  {
    environment = "live",
    status = "pending",
    merchants = 1,
    each = 1,
    first = 1,
    bank = "058",
    held = false,
  },
) =>
  database.transaction(async (transaction) => {
    // Without triggers.
    await transaction.query(sql.type(none)`set local session_replication_role = replica`);
    await transaction.query(sql.type(none)`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
        bank_name, account_number, account_name, held_since, submitted_at, sent_through, failure_code, failure_message,
        settled_at
      )
      select 'pyt_' || gen_random_uuid(), m, ${environment}, gen_random_uuid()::text, '', ${status}, 1, 1, 'NGN',
        ${bank}, 'Bank', '0123456789', 'ADA', case when ${held} then now() end,
        case when ${status} = 'processing' then now() end, 'http', case when ${status} = 'failed' then 'X' end,
        case when ${status} = 'failed' then 'x' end, case when ${status} = 'succeeded' then now() end
      from generate_series(${first}::int, ${first + merchants - 1}::int) m, generate_series(1, ${each}::int) n`);
  });

test("shows everybody's payouts that wait, and how live ones ended, whatever there is many of", async ({
  database,
}) => {
  await addPayouts(database, { first: 900, each: 3, bank: "044" });
  await addPayouts(database, { first: 900, each: 3, bank: "044", held: true });
  await addPayouts(database, { first: 900, each: 3, bank: "044", status: "failed" });
  for (const more of [{}, { held: true }, { environment: "test", status: "succeeded" }])
    await addPayouts(database, { each: 2_500, ...more });
  const counts = async () => {
    const measures = await measurePayouts(database);
    return (state: string, isOfFew: boolean) =>
      measures
        .filter((one) => one.environment === "live" && one.state === state)
        .filter(({ bank }) => bank.startsWith("Access") === isOfFew)
        .reduce((sum, { value }) => sum + value, 0);
  };
  const few = await counts();
  expect(["pending", "held", "failed"].map((state) => few(state, true))).toEqual([3, 3, 3]);
  expect(["pending", "held"].map((state) => few(state, false))).toEqual([500, 500]);

  // With very many merchants each is seen by its first one.
  await addPayouts(database, { first: 2, merchants: 700 });
  const many = await counts();
  expect([many("pending", true), many("pending", false)]).toEqual([1, 701]);
});

test("tells when the last backup ended, and nothing before the first one", async ({
  database,
  databaseUrl,
}) => {
  const name = "payments_backup_timestamp_seconds";
  const { metrics, all } = await measureDatabase(databaseUrl);
  expect(metrics).toContain(name);
  expect(all.filter((series) => series.name === name)).toEqual([]);
  for (const second of [1, 2]) {
    await database.query(sql.type(none)`select note_backup()`);
    await database.query(sql.type(none)`update backups set finished_at = to_timestamp(${second})`);
    expect((await measureDatabase(databaseUrl)).value(name)).toBe(second);
  }
});

test("tells when prove-ledger.sql last ran, and what it found", async ({ database, databaseUrl }) => {
  await createFundedMerchant(database, 1_000n);
  const prove = () => runOpsScript(databaseUrl, "prove-ledger", { operator: "cron", reason: "nightly" });
  const read = async () => {
    const metrics = await createDatabaseMetrics(direct(roleUrl(databaseUrl, "ingress")), () => {});
    await metrics.refresh();
    const text = await metrics.registry.metrics();
    await metrics.end();
    const reading = (name: string) => new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    return {
      at: Number(reading("payments_ledger_proof_timestamp_seconds")),
      wrong: reading("payments_ledger_proof_discrepancies"),
    };
  };
  expect(await read()).toEqual({ at: NaN, wrong: undefined });
  await prove();
  const first = await read();
  expect(first).toEqual({ at: expect.closeTo(Date.now() / 1000, -3), wrong: "0" });
  await database.query(sql.type(none)`
    update ledger_accounts set balance = balance + 1 where kind = 'available' and balance > 0`);
  expect(JSON.stringify(await prove())).toContain("a balance differs from its entries");
  const second = await read();
  expect(second.wrong).toBe("1");
  expect(second.at).toBeGreaterThan(first.at);
});

test("is not compiled, whatever a connection brings: a PgBouncer passes no settings on", async ({
  database,
}) => {
  const config = sql.type(z.object({ jit: z.boolean().nullable() }))`
    select 'jit=off' = any (proconfig) as jit from pg_proc where proname in ('measure_service', 'measure_payouts')`;
  expect(await database.any(config)).toEqual([{ jit: true }, { jit: true }]);
});

test("asks the database once for all who scrape within fifteen seconds", async ({ databaseUrl }) => {
  const { watch, trips } = countTrips();
  await using proxy = await startProxy(roleUrl(databaseUrl, "workers"), watch);
  const metrics = await createDatabaseMetrics({ ...direct(proxy.url), limitMs: 30_000 }, (error) =>
    expect.fail(String(error)),
  );
  await Promise.all(Array.from({ length: 20 }, () => metrics.refresh()));
  const first = trips();
  for (let n = 0; n < 20; n += 1) await metrics.refresh();
  expect([first > 0, trips()]).toEqual([true, first]);
  await metrics.end();
});

test("answers with the process's own metrics while the database is away, and with all when it is back", async ({
  databaseUrl,
}) => {
  await using proxy = await startProxy(roleUrl(databaseUrl, "ingress"));
  await using ingress = await startMeasuredIngress(databaseUrl, { DATABASE_URL: proxy.url });
  proxy.mode("swallow");
  proxy.cutAll();
  const away = await scrape(ingress.metricsPort);
  expect(away.value("payments_database_up")).toBe(0);
  expect(away.values("payments_queue_jobs_due", "queue")).toEqual([]);
  expect(away.value("payments_event_loop_lag_seconds_count")).toBeGreaterThan(0);
  proxy.mode("pass");
  proxy.cutAll();
  await eventually(async () => {
    const back = await scrape(ingress.metricsPort);
    expect(back.value("payments_database_up")).toBe(1);
    expect(back.values("payments_queue_jobs_due", "queue")).toHaveLength(9);
  });
});

test("reads a bounded number of rows, however many jobs and payouts wait", async ({ database }) => {
  const add = async (count: number) => {
    await database.query(sql.type(none)`
      insert into queue_live_money._private_jobs (task_id, payload, run_at)
      select 0, '{}', now() - n * interval '1 second' from generate_series(1, ${count}) n`);
    for (const status of ["pending", "processing", "succeeded"])
      await addPayouts(database, { each: count, status });
  };
  const read = () => rowsReadBy(database, sql.fragment`measure_service()`);
  const readByBank = () => rowsReadBy(database, sql.fragment`measure_payouts()`);
  const value = sql.type(z.object({ value: z.number() }));
  // A vacuum between two measurements lets an index alone answer, which counts as no row read.
  await database.query(sql.type(none)`alter table payouts set (autovacuum_enabled = off)`);
  await database.query(
    sql.type(none)`alter table queue_live_money._private_jobs set (autovacuum_enabled = off)`,
  );
  await add(15_000);
  await database.query(sql.type(none)`analyze payouts`);
  const [before, byBank] = [await read(), await readByBank()];
  await add(15_000);
  const after = await read();
  // A thousand of each state that waits, the newest 2,000, and, by some plans, each of the 172 banks.
  expect(byBank).toBeLessThan(4_300);
  expect(await readByBank()).toBeLessThanOrEqual(byBank + 100);
  // And the first of each of a thousand merchants, whom it looks for one by one.
  await addPayouts(database, { first: 1_000_000, merchants: 3_000, each: 3 });
  await addPayouts(database, {
    first: 1_000_000,
    merchants: 3_000,
    each: 3,
    held: true,
    environment: "test",
  });
  expect(await readByBank()).toBeLessThan(byBank + 3_100);
  // Three counts that stop at 10,000.
  expect(before).toBeLessThan(35_000);
  expect(after).toBeLessThanOrEqual(before + 100);
  expect(
    await database.anyFirst(value`
      select value from measure_service()
      where (measure, subject) in (('queue_jobs_due', 'queue_live_money'), ('payouts', 'live')) and value > 0`),
  ).toEqual([10_000, 10_000, 10_000]);
});
