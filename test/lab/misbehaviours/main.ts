import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import { progress } from "../../../scripts/cli/show-progress.ts";
import { openDatabases } from "../platform/open-databases.ts";
import { printReport } from "./print-report.ts";
import { runMisbehaviours, type Settings } from "./run-misbehaviours.ts";

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

const { seed = randomInt(1, 2 ** 31), ...size } = new Command("misbehaviours")
  .description(
    "Sends payouts through a Paystack and a Monnify of its own that misbehave, in each way and in each pair of ways, on " +
      "platforms of its own. Then compares what clients were told, our payouts, the ledger and both providers' books. " +
      "Exits 1 where they differ.",
  )
  .option("--seed <number>", "what everything is drawn from; random unless given", wholeNumber)
  .option("--payouts <number>", "how many, in equal shares of all cases", wholeNumber, 5_000)
  .option("--lanes <number>", "platforms side by side", wholeNumber, 6)
  .option("--pairs <number>", "how many cases of pairs are drawn; all unless given", wholeNumber)
  .option("--minutes <number>", "no further case is begun after so many; no limit unless given", wholeNumber)
  .option("--only <texts>", "cases whose name has one of these, separated by semicolons", (text) =>
    text.split(";"),
  )
  .parse()
  .opts<Omit<Settings, "seed"> & { seed?: number }>();

const settings: Settings = { seed, ...size };
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
console.log(
  Object.entries(settings)
    .map(([name, value]) => `${name} ${value}`)
    .join(", "),
);
await using databases = await openDatabases();
const report = await progress.during(`Misbehaviours with seed ${seed}`, (tell) =>
  runMisbehaviours(settings, databases.create, tell),
);
printReport(report);
process.exitCode = report.violations.length === 0 ? 0 : 1;
