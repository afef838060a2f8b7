import { routes } from "../../../ingress/api-routes.ts";
import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { progress, timeLeft } from "../../../scripts/cli/show-progress.ts";
import { createCommand, describeSettings, namesOf, seedOption, whole } from "../command.ts";
import { printFindings, seconds, type Table } from "../report.ts";
import { fuzzRoute } from "./fuzz-route.ts";
import { startFuzzedPlatform } from "./start-fuzzed-platform.ts";

const all = Object.keys(routes);
const { only, ...limits } = createCommand(
  "fuzz",
  "Sends every endpoint right, nearly right and hostile requests, on a new database (on the server of DATABASE_URL, or else on a " +
    "PostgreSQL that is thrown away), and reports what must not " +
    "happen: internal errors, responses without the envelope, effects of refused requests. Exits 1 where it found something.",
)
  .addOption(seedOption())
  .option("--count <number>", "requests per endpoint", whole(), 10_000)
  .option("--only <names>", "names of endpoints, separated by commas", namesOf(all), all)
  .option("--concurrency <number>", "requests at once", whole(), 16)
  .parse()
  .opts<{ only: string[]; seed: number; count: number; concurrency: number }>();

console.log(
  `${describeSettings(limits)}. One route again: npm run fuzz -- --seed ${limits.seed} --only <name>`,
);
await buildStaleWidget(undefined, progress.step);
const table: Table = { head: ["endpoint", "took", "responses by status"], rows: [] };
const violations: string[] = [];
{
  await using platform = await progress.step("Start the platform", startFuzzedPlatform);
  const since = Date.now();
  for (const [routesDone, name] of only.entries()) {
    const from = Date.now();
    const title = `Route ${routesDone + 1} of ${only.length}, ${name}`;
    const { statuses, findings } = await progress.step(title, (tell) => {
      const onSent = (sent: number) => {
        const done = routesDone + sent / limits.count;
        const left = done === 0 ? "" : `, ${timeLeft(Date.now() - since, done, only.length)}`;
        tell(`${sent} of ${limits.count} requests${left}`);
      };
      return fuzzRoute(name, { ...platform, routes, ...limits, onSent });
    });
    const counts = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    table.rows.push([name, seconds(Date.now() - from), counts.join("  ")]);
    for (const { problem, times, request } of findings) {
      const first = request === undefined ? "" : `\n    ${JSON.stringify(request).slice(0, 4_000)}`;
      violations.push(`${name}: ${problem} (${times} times)${first}`);
    }
  }
}
process.exit(printFindings({ tables: [table], violations }));
