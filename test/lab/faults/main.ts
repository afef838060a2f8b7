import { progress } from "../../../scripts/cli/show-progress.ts";
import { crashPoints } from "../../../workers/queue/crash-point.ts";
import { createCommand, describeSettings, namesOf, positive, seedOption, whole } from "../command.ts";
import { printFindings } from "../report.ts";
import { prove } from "./prove.ts";
import { readParts } from "./read-parts.ts";
import { describeReport } from "./report/describe-report.ts";
import { writeReport } from "./report/write-report.ts";
import { runFaults, type Settings } from "./run-faults.ts";

const [faults, loads, guards] = await Promise.all([namesIn("faults"), namesIn("loads"), namesIn("guards")]);
const command = createCommand(
  "faults",
  "Kills, pauses, cuts, fills and delays everything while merchants work on a platform of its own: ingress and worker " +
    "processes, PostgreSQL, Redis, a bank and webhook receivers, all on this machine. Then compares what clients were " +
    "told, what the bank did, what receivers got and what the ledger says. Exits 1 where they differ, or where recovery " +
    "took too long. With --prove it breaks guards of a copy instead, one at a time, and exits 1 where a run does not notice.",
)
  .addOption(seedOption())
  .option("--minutes <number>", "how long there are faults", positive, 5)
  .option("--rate <number>", "payouts a second; all other work in proportion", positive, 10)
  .option("--workers <number>", "worker processes", whole(), 3)
  .option("--ingresses <number>", "ingress processes", whole(), 2)
  .option("--merchants <number>", "merchants", whole(), 4)
  .option("--lanes <number>", "faults at the same time", whole(0), 3)
  .option("--gap <seconds>", "the pause between two faults of a lane", positive, 1)
  .option("--only <faults>", "names of faults, separated by commas; all unless given", namesOf(faults))
  .option("--loads <loads>", "names of loads, separated by commas; all unless given", namesOf(loads))
  .option(
    "--points <points>",
    "where workers are killed and paused at their worst moments; everywhere",
    namesOf(crashPoints),
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
    namesOf(guards),
  )
  .parse();
const {
  report,
  gap,
  patience,
  recoverWithin,
  prove: isProof,
  onlyGuard,
  ...size
} = command.opts<
  Omit<Settings, "gapMs" | "patienceMs" | "recoverWithinMs"> & {
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
};
if (isProof) process.exit((await prove(onlyGuard, givenOptions())) ? 0 : 1);

console.log(describeSettings(settings));
const result = await progress.during(`Faults with seed ${settings.seed}`, (tell) =>
  runFaults(settings, tell),
);
const code = printFindings(describeReport(result));
if (report !== undefined) console.log(`The report: ${await writeReport(result, report)}`);
process.exit(code);

/** A run's options from the command line. */
function givenOptions(): string[] {
  return command.options
    .map((option) => ({ option, name: option.attributeName() }))
    .filter(({ name }) => command.getOptionValueSource(name) === "cli")
    .filter(({ name }) => !["prove", "onlyGuard", "report"].includes(name))
    .flatMap(({ option, name }) => [option.long!, String(command.getOptionValue(name))]);
}

async function namesIn(folder: "faults" | "loads" | "guards"): Promise<string[]> {
  return (await readParts(folder)).map(({ name }) => name);
}
