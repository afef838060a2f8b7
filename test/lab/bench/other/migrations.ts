import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Step } from "../../../../scripts/cli/show-progress.ts";
import { migrate } from "../../../../sql/install/migrate.ts";
import type { SqlFile } from "../../../../sql/install/sql-files.ts";
import { tryToSend } from "../../client/send.ts";
import type { Databases } from "../../platform/open-databases.ts";
import { percentile } from "../../statistics.ts";
import { destination } from "../load/destination.ts";
import { addDonePayouts } from "../platform/add-done-payouts.ts";
import { startPlatform } from "../platform/start-platform.ts";

const PAYOUTS = 300_000;
const PER_SECOND = 100;
const ALONE_MS = 20_000;
/** So that requests which wait at its end count. */
const AFTER_MS = 3_000;
const TARGET_MS = 2_000;

const migrations = {
  "a column is added": "alter table payouts add column note text",
  "an index is built beside them":
    "create index concurrently payouts_by_note on payouts (note, account_number)",
  // For comparison: what the first two lines of docs/operating/deploy.md#migrations warn of.
  "an index is built in the transaction": "create index payouts_by_account on payouts (account_number, note)",
};

/** The longest that a payout waits for its response while a migration runs beside a hundred of them a second. */
export async function benchMigrations(databases: Databases, measurement: Step): Promise<void> {
  const platform = await startPlatform(await databases.create(), 0);
  try {
    await addDonePayouts(platform, PAYOUTS);
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
