import { progress } from "../../../scripts/cli/show-progress.ts";
import { createCommand, describeSettings, namesOf, positive, whole } from "../command.ts";
import { printFindings } from "../report.ts";
import { readIncidents, runIncidents, type Settings } from "./run-incidents.ts";

const names = (await readIncidents()).map(({ name }) => name);
const settings = createCommand(
  "incidents",
  "Plays what goes wrong in production on platforms of its own, beside live payouts, with a Prometheus that reads " +
    "docs/operating/alerts.yml. Prints which alert told each incident, and after how long. Exits 1 where none did " +
    "within five minutes. It needs prometheus and redis-server, and a user who may mount a tmpfs.",
)
  .option("--only <incidents>", "names of incidents, separated by commas; all unless given", namesOf(names))
  .option(
    "--hurry <number>",
    "what the terms of alerts (for) are divided by; 1: as in production",
    positive,
    10,
  )
  .option("--lanes <number>", "platforms side by side", whole(), 2)
  .parse()
  .opts<Settings>();

console.log(describeSettings(settings));
process.exit(printFindings(await progress.during("Incidents", (tell) => runIncidents(settings, tell))));
