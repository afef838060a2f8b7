import { parseArgs } from "node:util";
import { randomInt } from "node:crypto";
import { routes } from "../../ingress/app.ts";
import { fuzzRoute, type Report } from "./fuzz-route.ts";
import { startFuzzedPlatform } from "./start-fuzzed-platform.ts";

/**
 * `npm run fuzz`: sends every endpoint ten thousand right, nearly right and hostile requests, on a database of its own, and
 * reports what must not be: errors of ours, answers without the envelope, effects of refused requests. Exits 1 where
 * it found something.
 *
 *     npm run fuzz -- [--seed 1] [--count 10000] [--only createPayout,getPayout] [--concurrency 16]
 *
 * On the server of DATABASE_URL where that is set, in a new database; else on a PostgreSQL that is thrown away.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    count: { type: "string", default: "10000" },
    only: { type: "string" },
    concurrency: { type: "string", default: "16" },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const names = values.only?.split(",") ?? Object.keys(routes);
const unknown = names.filter((name) => !(name in routes));
if (unknown.length > 0) throw new Error(`--only: ${unknown.join(", ")} is in no route table`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
console.log(`Seed ${seed}. One route again: npm run fuzz -- --seed ${seed} --only <name>`);
const startedAt = Date.now();
const platform = await startFuzzedPlatform();
let findings = 0;
try {
  for (const name of names) {
    const from = Date.now();
    const options = {
      ...platform,
      routes,
      seed,
      count: Number(values.count),
      concurrency: Number(values.concurrency),
    };
    const report = await fuzzRoute(name, options);
    findings += report.findings.length;
    show(name, report, Date.now() - from);
  }
} finally {
  await platform.stop();
}
console.log(`${findings} findings in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
process.exit(findings === 0 ? 0 : 1);

function show(name: string, { statuses, findings }: Report, milliseconds: number): void {
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${name.padEnd(28)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s   ${counts.join("  ")}`);
  for (const { problem, times, request } of findings) {
    console.log(`  ! ${problem} (${times} times)`);
    if (request !== undefined) console.log(`    ${JSON.stringify(request).slice(0, 4_000)}`);
  }
}
