import { readFile, writeFile } from "node:fs/promises";
import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { progress, type Step } from "../../../scripts/cli/show-progress.ts";
import { createCommand, namesOf, whole } from "../command.ts";
import { openDatabases, type Databases } from "../platform/open-databases.ts";
import { printFindings } from "../report.ts";
import { bareExpress } from "./controls/bare-http.ts";
import { describeMachine, loadBefore } from "./describe-machine.ts";
import { drawTables } from "./draw-tables.ts";
import { benchBooks } from "./other/books.ts";
import { benchDashboardLists } from "./other/dashboard-lists.ts";
import { benchDashboardLoad } from "./other/dashboard-load.ts";
import { benchMigrations } from "./other/migrations.ts";
import { benchWebhookIsolation } from "./other/webhook-isolation.ts";
import { createPlatforms } from "./platform/platforms.ts";
import type { Row } from "./row.ts";
import { acceptPayoutRows } from "./rows/accept-payouts.ts";
import { backlogRows } from "./rows/backlog.ts";
import { bothAtOnceRows } from "./rows/both-at-once.ts";
import { deliverWebhookRows } from "./rows/deliver-webhooks.ts";
import { drainPayoutRows } from "./rows/drain-payouts.ts";
import { endToEndRows } from "./rows/end-to-end.ts";
import { millionPayoutRows } from "./rows/million-payouts.ts";
import { responseTimeRows } from "./rows/response-times.ts";
import { runRounds } from "./run-rounds.ts";
import { soak } from "./soak.ts";
import { writeResults } from "./write-results.ts";

/** The rows of the table, by their files' names. */
const rowsOf: Record<string, Row[]> = {
  "end-to-end": endToEndRows,
  "accept-payouts": acceptPayoutRows,
  "drain-payouts": drainPayoutRows,
  "both-at-once": bothAtOnceRows,
  "deliver-webhooks": deliverWebhookRows,
  backlog: backlogRows,
  "response-times": responseTimeRows,
  "million-payouts": millionPayoutRows,
};

/** Separate measurements, on request, with their own results. */
const others: Record<
  string,
  { measurements: number; run: (databases: Databases, step: Step) => Promise<void> }
> = {
  books: { measurements: 7, run: benchBooks },
  "webhook-isolation": { measurements: 3, run: benchWebhookIsolation },
  "dashboard-lists": { measurements: 3, run: benchDashboardLists },
  "dashboard-load": { measurements: 1, run: benchDashboardLoad },
  migrations: { measurements: 4, run: benchMigrations },
};

const document = new URL("../../../docs/operating/performance.md", import.meta.url);

type Options = { only?: string[]; quick: boolean; million: boolean; rounds?: number; soak?: number };

const options = createCommand(
  "bench",
  "Measures speed on a durable PostgreSQL of its own, and prints each row of docs/operating/performance.md beside its target. Ratios " +
    "carry over to other machines; the numbers do not. Writes the table into the document, unless --only is given. Exits 1 " +
    "after an error, such as a request that was refused.\n\n" +
    `Rows: ${Object.keys(rowsOf).join(", ")}. By themselves: ${Object.keys(others).join(", ")}.`,
)
  .option(
    "--only <names>",
    "names of rows or other benchmarks, separated by commas",
    namesOf([...Object.keys(rowsOf), ...Object.keys(others)]),
  )
  .option("--quick", "short measurements: the table in three minutes on an idle machine", false)
  .option("--million", "measures the rows with a million payouts too", false)
  .option("--soak <minutes>", "instead, watches the memory of the processes under load for so long", whole())
  .option("--rounds <number>", "how often everything is measured; five by default, with --quick two", whole())
  .parse()
  .opts<Options>();

const { only, quick, million, soak: minutes, rounds = quick ? 2 : 5 } = options;
await buildStaleWidget(undefined, progress.step);
await using databases = await progress.step("Start PostgreSQL", () => openDatabases({ durable: true }));
if (minutes !== undefined) await measureSoak(minutes);
const names = only ?? (minutes === undefined ? Object.keys(rowsOf) : []);
const rows = names
  .flatMap((name) => rowsOf[name] ?? [])
  .filter(({ needsMillion }) => million || !needsMillion);
if (rows.length > 0) await measureRows(rows);
const chosen = names.flatMap((name) => others[name] ?? []);
const total = chosen.reduce((sum, { measurements }) => sum + measurements, 0);
let started = 0;
const measurement: Step = (title, run) =>
  progress.step(`Measurement ${(started += 1)} of ${total}, ${title}`, run);
for (const { run } of chosen) await run(databases, measurement);

async function measureSoak(forMinutes: number): Promise<void> {
  const platforms = createPlatforms(databases);
  try {
    const text = `${await describeMachine(databases.serverUrl)}\n\n${await soak(platforms, forMinutes, progress.step)}`;
    console.log(text);
    await writeFile(document, writeResults(await readFile(document, "utf8"), "soak", text));
  } finally {
    await platforms.stop();
  }
}

async function measureRows(measured: Row[]): Promise<void> {
  const platforms = createPlatforms(databases);
  const bench = { platforms, ...(quick ? { seconds: 2, amount: 1_000 } : { seconds: 10, amount: 8_000 }) };
  const load = loadBefore();
  const machine = await describeMachine(databases.serverUrl);
  try {
    const also = only === undefined ? [bareExpress] : [];
    const results = await runRounds(bench, { rows: measured, also, rounds }, progress.step);
    const header =
      `${new Date().toISOString().slice(0, 10)}, \`${["npm run bench --", ...process.argv.slice(2)].join(" ")}\`, ` +
      `${rounds} rounds. ${machine} Load of the machine before: ${load}.`;
    const text = `${header}\n\n${drawTables(results)}`;
    const code = printFindings({ notes: [text, ""], violations: [...results.errors] });
    if (code !== 0) process.exitCode = code;
    else if (only === undefined)
      await writeFile(document, writeResults(await readFile(document, "utf8"), "results", text));
  } finally {
    await platforms.stop();
  }
}
