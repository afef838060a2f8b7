import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { Command, InvalidArgumentError } from "commander";
import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { progress, timeLeft } from "../../../scripts/cli/show-progress.ts";
import { attacks, type AttackName } from "./attacks.ts";
import type { FromAttacker, ToAttacker } from "./attack-process.ts";
import type { FromMeasure, Measured, ToMeasure } from "./measure-process.ts";
import { startTarget, type StartedTarget } from "./start-target.ts";

function whole(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
}

function named(text: string): AttackName[] {
  const names = text.split(",");
  const unknown = names.filter((name) => !(name in attacks));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no attack named ${unknown.join(", ")}.`);
  return names as AttackName[];
}

const all = Object.keys(attacks) as AttackName[];
const { only, seconds, limit } = new Command("attack")
  .description(
    "Attacks platforms of its own, on this machine only, one attack after the other, and measures what another merchant " +
      "notices: GET /v1/balances, and how long a live payout takes from the request to the provider. Exits 1 where it is more " +
      "than the limits three times in a row.\n\n" +
      all.map((name) => `  ${name.padEnd(22)}${attacks[name].title}`).join("\n"),
  )
  .option("--only <names>", "names of attacks, separated by commas", named, all)
  .option("--seconds <number>", "how long each attack is measured", whole, 20)
  .option("--limit <milliseconds>", "the most that 99 % of the balances may take", whole, 100)
  .parse()
  .opts<{ only: AttackName[]; seconds: number; limit: number }>();

/** A live payout has to start within this time. */
const PAYOUT_LIMIT_MS = 1_000;
/** A busy machine makes figures worse, never better: an attack is noticed if it is so each of this many times. */
const MEASUREMENTS = 3;
/** How long an attack runs before the measurement begins: its backlog has to be there. */
const HEAD_START_MS = 2_000;

await buildStaleWidget(undefined, progress.step);
const measuring = startProcess("measure-process.ts");
const { providerUrl } = (await responseOf(measuring)) as { providerUrl: string };
let target: StartedTarget | undefined;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void Promise.resolve(target?.stop()).then(() => process.exit(1)));

let noticed = 0;
console.log(`Each for ${seconds} s; balances and payouts of another merchant, in milliseconds:\n`);
report("none", "alone", await progress.during("Measure without an attack", measure));
const since = Date.now();
for (const [done, name] of only.entries()) {
  const left = done === 0 ? "" : `, ${timeLeft(Date.now() - since, done, only.length)}`;
  const title = `Attack ${done + 1} of ${only.length}, ${name}${left}`;
  let isHeld = false;
  for (let times = 1; !isHeld && times <= MEASUREMENTS; times += 1) {
    const { measured, statuses } = await progress.during(title, () => runAttack(name));
    isHeld = report(name, attacks[name].title, measured, statuses);
    if (attacks[name].leavesBacklog) await stopTarget();
  }
  if (!isHeld) noticed += 1;
}
measuring.kill();
await stopTarget();
console.log(noticed === 0 ? "\nNobody else noticed." : `\n${noticed} attacks were noticed.`);
process.exit(noticed === 0 ? 0 : 1);

/** The platform that is attacked, warm: the first requests of a process are slow. */
async function getTarget(): Promise<StartedTarget> {
  if (target !== undefined) return target;
  target = await startTarget(providerUrl);
  await measureOn(target);
  return target;
}

async function stopTarget(): Promise<void> {
  await target?.stop();
  target = undefined;
}

async function measure(): Promise<Measured> {
  return measureOn(await getTarget());
}

async function runAttack(name: AttackName) {
  const platform = await getTarget();
  const { url, databaseUrl, createAttacker } = platform;
  const attacker = startProcess("attack-process.ts");
  // A real attacker has a machine of its own: what this one computes must not slow the platform.
  setPriority(attacker.pid!, constants.priority.PRIORITY_LOW);
  const tell = (message: ToAttacker) => attacker.send(message);
  tell({ prepare: { name, target: { url, databaseUrl, attacker: await createAttacker() } } });
  await responseOf(attacker);
  tell("run");
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  const measured = await measureOn(platform);
  tell("stop");
  const { statuses } = (await responseOf(attacker)) as Exclude<FromAttacker, "prepared">;
  const counts = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
  return { measured, statuses: counts.join("  ") };
}

async function measureOn({ url, victimKey }: StartedTarget): Promise<Measured> {
  measuring.send({ measure: { url, key: victimKey, seconds } } satisfies ToMeasure);
  return ((await responseOf(measuring)) as Exclude<FromMeasure, { providerUrl: string }>).measured;
}

/** Prints a measurement; returns whether it is within the limits. */
function report(name: string, title: string, { balances, payouts }: Measured, statuses = ""): boolean {
  const at = (sorted: number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1]!;
  const isHeld = at(balances, 0.99) <= limit && payouts.at(-1)! <= PAYOUT_LIMIT_MS;
  const figures = [
    `balances p50 ${at(balances, 0.5).toFixed(0).padStart(6)}  p99 ${at(balances, 0.99).toFixed(0).padStart(6)}`,
    `payout p50 ${at(payouts, 0.5).toFixed(0).padStart(6)}  most ${payouts.at(-1)!.toFixed(0).padStart(6)}`,
  ];
  console.log(`${isHeld ? "ok      " : "NOTICED "} ${name.padEnd(20)} ${figures.join("   ")}   ${title}`);
  if (statuses !== "") console.log(`${" ".repeat(30)}responses by status: ${statuses}`);
  return isHeld;
}

function startProcess(file: string): ChildProcess {
  const child = fork(new URL(file, import.meta.url), { serialization: "advanced" });
  child.once("exit", (code) => {
    if (code !== null && code !== 0) throw new Error(`${file} ended with ${code}`);
  });
  return child;
}

async function responseOf(child: ChildProcess): Promise<FromAttacker | FromMeasure> {
  const [message] = (await once(child, "message")) as [FromAttacker | FromMeasure];
  return message;
}
