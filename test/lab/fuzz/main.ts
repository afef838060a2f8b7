import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import { routes } from "../../../ingress/app.ts";
import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { progress, timeLeft } from "../../../scripts/cli/show-progress.ts";
import { fuzzRoute, type Report } from "./fuzz-route.ts";
import { startFuzzedPlatform } from "./start-fuzzed-platform.ts";

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
}

const program = new Command("fuzz")
  .description(
    "Sends every endpoint right, nearly right and hostile requests, on a new database (on the server of DATABASE_URL, or else on a " +
      "PostgreSQL that is thrown away), and reports what must not " +
      "happen: internal errors, responses without the envelope, effects of refused requests. Exits 1 where it found something.",
  )
  .option("--seed <number>", "what the requests are drawn from; random unless given", count)
  .option("--count <number>", "requests per endpoint", count, 10_000)
  .option("--only <names>", "names of endpoints, separated by commas", (text) => text.split(","))
  .option("--concurrency <number>", "requests at once", count, 16)
  .parse();
const {
  seed = randomInt(1, 2 ** 31),
  only: names = Object.keys(routes),
  ...limits
} = program.opts<{
  seed?: number;
  only?: string[];
  count: number;
  concurrency: number;
}>();
const unknown = names.filter((name) => !(name in routes));
if (unknown.length > 0) program.error(`--only: there is no endpoint named ${unknown.join(", ")}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
console.log(`Seed ${seed}. One route again: npm run fuzz -- --seed ${seed} --only <name>`);
const startedAt = Date.now();
await buildStaleWidget(undefined, progress.step);
const platform = await progress.step("Start the platform", startFuzzedPlatform);
const fuzzingSince = Date.now();
let found = 0;
try {
  for (const [routesDone, name] of names.entries()) {
    const from = Date.now();
    const report = await progress.during(`Route ${routesDone + 1} of ${names.length}, ${name}`, (tell) => {
      const onSent = (sent: number) => {
        const done = routesDone + sent / limits.count;
        const left = done === 0 ? "" : `, ${timeLeft(Date.now() - fuzzingSince, done, names.length)}`;
        tell(`${sent} of ${limits.count} requests${left}`);
      };
      return fuzzRoute(name, { ...platform, routes, seed, ...limits, onSent });
    });
    found += report.findings.length;
    show(name, report, Date.now() - from);
  }
} finally {
  await platform.stop();
}
console.log(`${found} findings in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
process.exit(found === 0 ? 0 : 1);

function show(name: string, { statuses, findings }: Report, milliseconds: number): void {
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${name.padEnd(28)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s   ${counts.join("  ")}`);
  for (const { problem, times, request } of findings) {
    console.log(`  ! ${problem} (${times} times)`);
    if (request !== undefined) console.log(`    ${JSON.stringify(request).slice(0, 4_000)}`);
  }
}
