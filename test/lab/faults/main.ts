import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import { progress } from "../../../scripts/cli/show-progress.ts";
import { crashPoints, type CrashPoint } from "../../../workers/queue/crash-point.ts";
import { prove } from "./prove.ts";
import { printReport } from "./report/print-report.ts";
import { writeReport } from "./report/write-report.ts";
import { runFaults, type Settings } from "./run-faults.ts";

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0 && number <= 1_000_000)) throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function names(text: string): string[] {
  return text.split(",");
}

function points(text: string): CrashPoint[] {
  return names(text).map((name) => {
    const point = crashPoints.find((known) => known === name);
    if (point === undefined) throw new InvalidArgumentError(`There are: ${crashPoints.join(", ")}.`);
    return point;
  });
}

const command = new Command("faults")
  .description(
    "Kills, pauses, cuts, fills and delays everything while merchants work on a platform of its own: ingress and worker " +
      "processes, PostgreSQL, Redis, a bank and webhook receivers, all on this machine. Then compares what clients were " +
      "told, what the bank did, what receivers got and what the ledger says. Exits 1 where they differ, or where recovery " +
      "took too long. With --prove it breaks guards of a copy instead, one at a time, and exits 1 where a run does not notice.",
  )
  .option("--seed <number>", "what the faults are drawn from; random unless given", wholeNumber)
  .option("--minutes <number>", "how long there are faults", positive, 5)
  .option("--rate <number>", "payouts a second; all other work in proportion", positive, 10)
  .option("--workers <number>", "worker processes", wholeNumber, 3)
  .option("--ingresses <number>", "ingress processes", wholeNumber, 2)
  .option("--merchants <number>", "merchants", wholeNumber, 4)
  .option("--lanes <number>", "faults at the same time", wholeNumber, 3)
  .option("--gap <seconds>", "the pause between two faults of a lane", positive, 1)
  .option("--only <faults>", "names of faults, separated by commas; all unless given", names)
  .option("--loads <loads>", "names of loads, separated by commas; all unless given", names)
  .option(
    "--points <points>",
    "where workers are killed and paused at their worst moments; everywhere",
    points,
  )
  .option("--bank-misbehaves <times>", "how many times as often as usual the bank does", positive, 1)
  .option("--recover-within <seconds>", "after the last fault, or after a worker's death", positive, 15)
  .option("--patience <seconds>", "how long everything may take to be over after the faults", positive, 180)
  .option(
    "--alerts",
    "let Prometheus evaluate docs/operating/alerts.yml: which alert fired when is in the report",
    false,
  )
  .option("--report <folder>", "where report.json and report.html are written; nowhere unless given")
  .option("--cluster", "the database is three nodes with Patroni, behind HAProxy and PgBouncer", false)
  .option("--prove", "break each guard of a copy, and see that it is noticed within the minutes", false)
  .option(
    "--only-guard <guards>",
    "with --prove: names of guards, separated by commas; all unless given",
    names,
  )
  .parse();
const {
  seed,
  report,
  gap,
  patience,
  recoverWithin,
  prove: isProof,
  onlyGuard,
  ...size
} = command.opts<
  Omit<Settings, "seed" | "gapMs" | "patienceMs" | "recoverWithinMs"> & {
    seed?: number;
    gap: number;
    patience: number;
    recoverWithin: number;
    report?: string;
    prove: boolean;
    onlyGuard?: string[];
  }
>();

const settings: Settings = {
  ...size,
  gapMs: gap * 1_000,
  patienceMs: patience * 1_000,
  recoverWithinMs: recoverWithin * 1_000,
  seed: seed ?? randomInt(1, 2 ** 31),
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

if (isProof) process.exit((await prove(onlyGuard, givenOptions())) ? 0 : 1);

console.log(
  Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(", "),
);
const result = await progress.during(`Faults with seed ${settings.seed}`, (tell) =>
  runFaults(settings, tell),
);
printReport(result);
if (report !== undefined) console.log(`The report: ${await writeReport(result, report)}`);
process.exit(result.violations.length === 0 ? 0 : 1);

/** The options of a run that stand on the command line. */
function givenOptions(): string[] {
  return command.options
    .map((option) => ({ option, name: option.attributeName() }))
    .filter(({ name }) => command.getOptionValueSource(name) === "cli")
    .filter(({ name }) => !["prove", "onlyGuard", "report"].includes(name))
    .flatMap(({ option, name }) => [option.long!, String(command.getOptionValue(name))]);
}
