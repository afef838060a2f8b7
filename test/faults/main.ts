import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { openRoles } from "../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../scripts/postgres/start-throwaway-postgres.ts";
import { createDatabase } from "../../sql/database.ts";
import { migrate } from "../../sql/migrate.ts";
import { createApiKey } from "../../sql/queries/api-keys.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { startIngressProcess } from "../helpers/start-ingress-process.ts";
import { faultWorkers } from "./fault-workers.ts";
import { countLockedByDead, countUnsent, findViolations } from "./find-violations.ts";
import { createRandom } from "./random.ts";
import { sendPayouts } from "./send-payouts.ts";

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 1_000_000)) throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

const {
  seed = randomInt(1, 2 ** 31),
  minutes,
  workers: size,
  rate,
} = new Command("faults")
  .description(
    "Kills worker processes at every point of their work, and pauses them for longer than their lease, while payouts are " +
      "accepted; on a platform and a PostgreSQL of its own. Then checks that every payout was sent within 15 s of the last " +
      "fault, ended right and was paid once, that every reversal was heard of, and that no job is locked by a worker that is " +
      "gone. Exits 1 where that does not hold.",
  )
  .option("--seed <number>", "what the faults are drawn from; random unless given", wholeNumber)
  .option("--minutes <number>", "how long there are faults", positive, 5)
  .option("--workers <number>", "worker processes", positive, 3)
  .option("--rate <number>", "payouts a second", positive, 20)
  .parse()
  .opts<{ seed?: number; minutes: number; workers: number; rate: number }>();

/** After the last fault every accepted payout is sent within this time. */
const SENT_WITHIN_MS = 15_000;
/** What follows a payout: that a reversal is heard of, and that an unknown result is asked about. */
const SETTLED_WITHIN_MS = 90_000;

console.log(
  `Seed ${seed}: ${minutes} minutes of faults in ${size} worker processes, ${rate} payouts a second.`,
);
const postgres = await startThrowawayPostgres({ durable: false });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
let violations: string[];
try {
  violations = await play(postgres.url);
} finally {
  await postgres.stop();
}
for (const violation of violations.slice(0, 20)) console.log(`  ! ${violation}`);
console.log(violations.length === 0 ? "All holds." : `${violations.length} violations.`);
process.exit(violations.length === 0 ? 0 : 1);

async function play(databaseUrl: string): Promise<string[]> {
  await migrate(databaseUrl);
  const { urls } = await openRoles({ url: databaseUrl, secret: `${seed}`, isOurs: true });
  const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "faults" });
  const merchant = await createFundedMerchant(database, 1_000_000_000n);
  const { secretKey } = await createApiKey(database, merchant);
  await database.end();

  await using ingress = await startIngressProcess(databaseUrl, {
    DATABASE_URL: urls.ingress,
    LOG_LEVEL: "fatal",
    RATE_LIMIT_PER_MINUTE: "1000000",
  });
  await ingress.ready;
  const faults = faultWorkers(urls.workers, size, createRandom(seed));
  const sending = await sendPayouts(ingress.url, secretKey, rate, createRandom(seed + 1));
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await sleep(Math.min(10_000, end - Date.now()));
    const left = Math.max(0, Math.round((end - Date.now()) / 1_000));
    console.log(`  ${sum(faults.counts)} faults, ${sending.accepted.size} payouts accepted, ${left} s left`);
  }
  await faults.calm();
  const calmSince = Date.now();
  await sending.stop();

  const references = [...sending.accepted.keys()];
  const late: string[] = [];
  const sentAfter = await waitFor(SETTLED_WITHIN_MS, calmSince, () => countUnsent(databaseUrl, references));
  if (sentAfter > SENT_WITHIN_MS) late.push(`the last payout was sent ${sentAfter} ms after the last fault`);
  const unlockedAfter = await waitFor(SETTLED_WITHIN_MS, calmSince, () => countLockedByDead(databaseUrl));
  const settledAfter = await waitFor(
    SETTLED_WITHIN_MS,
    calmSince,
    async () => (await findViolations(databaseUrl, sending.accepted)).length,
  );
  await faults.stop();

  for (const [fault, times] of faults.counts) console.log(`  ${fault.padEnd(32)} ${times}`);
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  console.log(
    `${sum(faults.counts)} faults, ${references.length} payouts. After the last fault: all sent within ` +
      `${seconds(sentAfter)}, no job locked by the dead within ${seconds(unlockedAfter)}, all ended within ` +
      `${seconds(settledAfter)}.`,
  );
  return [...late, ...(await findViolations(databaseUrl, sending.accepted))];
}

/** Waits until `count` is 0, for at most `limitMs`; how long after `since` that was, in milliseconds. */
async function waitFor(limitMs: number, since: number, count: () => Promise<number>): Promise<number> {
  while ((await count()) > 0 && Date.now() - since < limitMs) await sleep(200);
  return Date.now() - since;
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, times) => total + times, 0);
}
