import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { progress, timeLeft } from "../../../scripts/cli/show-progress.ts";
import { forkProgram } from "../fork-program.ts";
import { createCommand, namesOf, whole } from "../command.ts";
import { printFindings, type Table } from "../report.ts";
import { percentile } from "../statistics.ts";
import type { Attacker } from "./attack-process.ts";
import { attacks } from "./attacks.ts";
import type { Measured, Victim } from "./measure-process.ts";
import { startTarget, type StartedTarget } from "./start-target.ts";

const all = [...attacks.keys()];
const { only, seconds, limit } = createCommand(
  "attack",
  "Attacks platforms of its own, on this machine only, one attack after the other, and measures what another merchant " +
    "notices: GET /v1/balances, and how long a live payout takes from the request to the provider. Exits 1 where it is more " +
    "than the limits three times in a row.\n\n" +
    all.map((name) => `  ${name.padEnd(22)}${attacks.get(name)!.title}`).join("\n"),
)
  .option("--only <names>", "names of attacks, separated by commas", namesOf(all), all)
  .option("--seconds <number>", "how long each attack is measured", whole(), 20)
  .option("--limit <milliseconds>", "the most that 99 % of the balances may take", whole(), 100)
  .parse()
  .opts<{ only: string[]; seconds: number; limit: number }>();

/** A live payout has to start within this time. */
const PAYOUT_LIMIT_MS = 1_000;
/**
 * A busy machine makes figures worse, never better: an attack counts as noticed only if every one of these measurements
 * shows it.
 */
const MEASUREMENTS = 3;
/** How long an attack runs before the measurement: its backlog has to build up. */
const HEAD_START_MS = 2_000;

const table: Table = {
  head: ["attack", "balances p50", "p99", "payout p50", "most (ms)", "held", "responses by status"],
  rows: [],
};
const violations: string[] = [];

await buildStaleWidget(undefined, progress.step);
const victim = forkProgram<Victim>(new URL("measure-process.ts", import.meta.url));
const providerUrl = await victim.call("listen");
let target: StartedTarget | undefined;

add("none", await progress.step("Measure without an attack", async () => measureOn(await getTarget())));
const since = Date.now();
for (const [done, name] of only.entries()) {
  const left = done === 0 ? "" : `, ${timeLeft(Date.now() - since, done, only.length)}`;
  const title = `Attack ${done + 1} of ${only.length}, ${name}${left}`;
  let isHeld = false;
  for (let times = 1; !isHeld && times <= MEASUREMENTS; times += 1) {
    const { measured, statuses } = await progress.step(title, () => runAttack(name));
    isHeld = add(name, measured, statuses);
    if (attacks.get(name)!.leavesBacklog) await stopTarget();
  }
  if (!isHeld) violations.push(`another merchant notices ${name}: ${attacks.get(name)!.title}`);
}
await stopTarget();
const notes = [`Each for ${seconds} s; balances and payouts of another merchant, in milliseconds.`];
process.exit(printFindings({ tables: [table], notes, violations }));

/** The attacked platform, warm: a process's first requests are slow. */
async function getTarget(): Promise<StartedTarget> {
  if (target !== undefined) return target;
  target = await startTarget(providerUrl);
  await measureOn(target);
  return target;
}

async function stopTarget(): Promise<void> {
  await target?.[Symbol.asyncDispose]();
  target = undefined;
}

async function runAttack(name: string) {
  const platform = await getTarget();
  const { url, databaseUrl, createAttacker } = platform;
  using attacker = forkProgram<Attacker>(new URL("attack-process.ts", import.meta.url));
  // A real attacker has another machine: this one's work must not slow the platform.
  setPriority(attacker.pid, constants.priority.PRIORITY_LOW);
  await attacker.call("prepare", { name, target: { url, databaseUrl, attacker: await createAttacker() } });
  const attacking = attacker.call("run");
  await sleep(HEAD_START_MS);
  const measured = await measureOn(platform);
  await attacker.call("stop");
  return { measured, statuses: await attacking };
}

function measureOn({ url, victimKey }: StartedTarget): Promise<Measured> {
  return victim.call("measure", { url, key: victimKey, seconds });
}

/** Adds a line to the table; returns whether it is within the limits. */
function add(name: string, { balances, payouts }: Measured, statuses: Record<number, number> = {}): boolean {
  const [slow, slowest] = [percentile(balances, 0.99), percentile(payouts, 1)];
  const isHeld = slow <= limit && slowest <= PAYOUT_LIMIT_MS;
  const figures = [percentile(balances, 0.5), slow, percentile(payouts, 0.5), slowest].map(Math.round);
  const counts = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
  table.rows.push([name, ...figures, isHeld ? "yes" : "NO", counts.join("  ")]);
  return isHeld;
}
