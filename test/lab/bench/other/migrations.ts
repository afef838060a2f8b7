import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Step } from "../../../../scripts/cli/show-progress.ts";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { migrate } from "../../../../sql/install/migrate.ts";
import type { SqlFile } from "../../../../sql/install/sql-files.ts";
import { tryToSend } from "../../client/send.ts";
import type { Databases } from "../../platform/open-databases.ts";
import { percentile } from "../../statistics.ts";
import { destination } from "../load/destination.ts";
import { startPlatform } from "../platform/start-platform.ts";
import { vacuum } from "../platform/vacuum.ts";

const PAYOUTS = 300_000;
const PER_SECOND = 100;
const ALONE_MS = 20_000;
/** So that requests which wait at its end count. */
const AFTER_MS = 3_000;
const TARGET_MS = 2_000;

const migrations = {
  "a column is added": "alter table payouts add column bench_note text",
  "an index is built beside them":
    "create index concurrently payouts_by_note on payouts (bench_note, account_number)",
  // For comparison: what the first two lines of docs/operating/deploy.md#migrations warn of.
  "an index is built in the transaction":
    "create index payouts_by_account on payouts (account_number, bench_note)",
};

/** Rows of the one table that migrations change. */
async function addPayouts(url: string, merchantId: string): Promise<void> {
  await runSql(
    url,
    `insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
      bank_name, account_number, account_name, sent_through, submitted_at, created_at, updated_at, settled_at
    )
    select 'pyt_done' || n, $1, 'live', 'done' || n, sha256(n::text::bytea), 'succeeded', 10000, 2000, 'NGN', '058',
      'Bank', '0123456789', 'ADAEZE OKAFOR', 'http', at, at, at, at
    from generate_series(1, $2::integer) n, lateral (select now() - interval '30 days' as at) moment`,
    [merchantId, PAYOUTS],
  );
  await vacuum(url, "analyze");
}

/** The longest that a payout waits for its response while a migration runs beside a hundred of them a second. */
export async function benchMigrations(databases: Databases, measurement: Step): Promise<void> {
  const platform = await startPlatform(await databases.create(), 0);
  try {
    await addPayouts(platform.databaseUrl, String(platform.merchants[0]!.merchantId));
    const [ingress] = await platform.ingresses(1);
    await using _workers = await platform.startWorkers(1);
    const measure = async (what: string, run: () => Promise<unknown>) => {
      const times: number[] = [];
      const failed = new Map<string, number>();
      const sending = new Set<Promise<void>>();
      let sent = 0;
      const send = async () => {
        const since = performance.now();
        const reply = await tryToSend(`${ingress!.url}/v1/payouts`, {
          key: platform.keys[(sent += 1) % platform.keys.length],
          idempotencyKey: randomUUID(),
          body: { amount: { value: 10_000, currency: "NGN" }, destination },
        });
        times.push(performance.now() - since);
        if (reply?.status !== 201) failed.set(`${reply?.status}`, (failed.get(`${reply?.status}`) ?? 0) + 1);
      };
      const timer = setInterval(() => {
        const one = send().finally(() => sending.delete(one));
        sending.add(one);
      }, 1_000 / PER_SECOND);
      const since = performance.now();
      await run();
      const tookS = (performance.now() - since) / 1_000;
      await sleep(AFTER_MS);
      clearInterval(timer);
      await Promise.all(sending);
      const longest = Math.max(...times);
      console.log(
        `${what.padEnd(38)} ${tookS.toFixed(1).padStart(6)} s, ${times.length} payouts: median ` +
          `${percentile(times, 0.5).toFixed(0)} ms, 99 % ${percentile(times, 0.99).toFixed(0)} ms, longest ` +
          `${longest.toFixed(0)} ms${longest > TARGET_MS ? ` (above ${TARGET_MS})` : ""}, not accepted: ` +
          `${[...failed].map(([status, many]) => `${many} x ${status}`).join(", ") || "none"}`,
      );
    };
    console.log(`migrations beside ${PER_SECOND} payouts a second, with ${PAYOUTS} payouts in the table:`);
    await measurement("payouts alone", () => measure("none", () => sleep(ALONE_MS)));
    const later: SqlFile[] = [];
    for (const [what, text] of Object.entries(migrations)) {
      later.push({ name: `migrations/900${later.length}_${later.length}.sql`, text, sha256: text });
      await measurement(what, () => measure(what, () => migrate(platform.databaseUrl, { later })));
    }
  } finally {
    await platform.stop();
  }
}
