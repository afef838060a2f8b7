import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { z } from "zod";
import { createDatabaseMetrics } from "../../sql/metrics/database-metrics.ts";
import { sql } from "../../sql/sql-tag.ts";
import { countTrips } from "../helpers/database/count-trips.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { createFundedMerchant, createPayout, resolveDestination, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { scrape, startMeasuredIngress, startMeasuredWorkers } from "./scrape.ts";

const none = z.object({});
const direct = (databaseUrl: string) => ({ databaseUrl, isPooled: false });
const script = fileURLToPath(new URL("../../scripts/ops/prove-ledger.sql", import.meta.url));

test("says the same of the whole service in every process: what waits, and what a person has to look at", async ({
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
  // Far ahead, so that a worker which starts below finds nothing to ask about.
  await database.query(sql.type(none)`
    update payouts set status = 'processing', next_confirmation_at = now() + interval '1 hour',
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

const hasPsql = await promisify(execFile)("psql", ["--version"]).then(
  () => true,
  () => false,
);
if (!hasPsql) console.log("The proof of the ledger in the metrics is not tested: there is no psql on PATH.");

test.runIf(hasPsql)(
  "tells when prove-ledger.sql last ran, and what it found",
  async ({ database, databaseUrl }) => {
    await createFundedMerchant(database, 1_000n);
    const prove = () =>
      promisify(execFile)("psql", [
        ...[
          "-X",
          roleUrl(databaseUrl, "operator"),
          "-v",
          "operator=cron",
          "-v",
          "reason=nightly",
          "-f",
          script,
        ],
      ]);
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
    expect((await prove()).stdout).toContain("a balance differs from its entries");
    const second = await read();
    expect(second.wrong).toBe("1");
    expect(second.at).toBeGreaterThan(first.at);
  },
);

test("asks the database once for all who scrape within fifteen seconds", async ({ databaseUrl }) => {
  const { watch, trips } = countTrips();
  await using proxy = await startProxy(roleUrl(databaseUrl, "workers"), watch);
  const metrics = await createDatabaseMetrics(direct(proxy.url), (error) => expect.fail(String(error)));
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
  const tenant = await createFundedMerchant(database, 1_000_000n);
  const add = (count: number) =>
    database.transaction(async (transaction) => {
      // Without triggers, and faster than to accept them.
      await transaction.query(sql.type(none)`set local session_replication_role = replica`);
      await transaction.query(sql.type(none)`
        insert into queue_live_money._private_jobs (task_id, payload, run_at)
        select 0, '{}', now() - n * interval '1 second' from generate_series(1, ${count}) n`);
      await transaction.query(sql.type(none)`
        insert into payouts (
          reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
          bank_name, account_number, account_name
        )
        select 'pyt_' || gen_random_uuid(), ${tenant.merchantId}, 'live', gen_random_uuid()::text, '', status, 1, 1,
          'NGN', '058', 'Bank', '0123456789', 'ADA'
        from generate_series(1, ${count}) n, unnest(array['pending', 'processing', 'succeeded']) status`);
    });
  const read = () => rowsReadBy(database, sql.fragment`measure_service()`);
  const value = sql.type(z.object({ value: z.number() }));
  await add(15_000);
  await database.query(sql.type(none)`analyze payouts`);
  const before = await read();
  await add(15_000);
  const after = await read();
  // Three counts that stop at 10,000; some may have been read from the index alone.
  expect(before).toBeLessThan(35_000);
  expect(after).toBeLessThanOrEqual(before + 100);
  expect(
    await database.anyFirst(value`
      select value from measure_service()
      where (measure, subject) in (('jobs_due', 'queue_live_money'), ('payouts', 'live')) and value > 0`),
  ).toEqual([10_000, 10_000, 10_000]);
});
