import { progress } from "../../../scripts/cli/show-progress.ts";
import { createCommand, describeSettings, seedOption, whole } from "../command.ts";
import { openDatabases } from "../platform/open-databases.ts";
import { printFindings } from "../report.ts";
import { drawOutcomes } from "./draw-outcomes.ts";
import { runMisbehaviours, type Settings } from "./run-misbehaviours.ts";

const settings = createCommand(
  "misbehaviours",
  "Sends payouts through a Paystack and a Monnify of its own that misbehave, in each way and in each pair of ways, on " +
    "platforms of its own. Then compares what clients were told, our payouts, the ledger and both providers' books. " +
    "Exits 1 where they differ.",
)
  .addOption(seedOption())
  .option("--payouts <number>", "how many, in equal shares of all cases", whole(), 5_000)
  .option("--lanes <number>", "platforms side by side", whole(), 6)
  .option("--pairs <number>", "how many cases of pairs are drawn; all unless given", whole(0))
  .option("--minutes <number>", "no further case is begun after so many; no limit unless given", whole())
  .option("--only <texts>", "cases whose name has one of these, separated by semicolons", (text) =>
    text.split(";"),
  )
  .parse()
  .opts<Settings>();

console.log(describeSettings(settings));
await using databases = await openDatabases({ durable: false });
const report = await progress.during(`Misbehaviours with seed ${settings.seed}`, (tell) =>
  runMisbehaviours(settings, databases.create, tell),
);
process.exitCode = printFindings({
  tables: [drawOutcomes(report)],
  violations: report.violations,
});
