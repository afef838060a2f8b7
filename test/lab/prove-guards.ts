import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildStaleWidget } from "../../scripts/build/build-widget.ts";
import { startThrowawayPostgres } from "../../scripts/postgres/start-throwaway-postgres.ts";
import { guards } from "./guards.ts";
import {
  fileOf,
  inBatches,
  listBuilt,
  listFiles,
  strayParts,
  testFileOf,
  titlePattern,
} from "./guards/find-guarded.ts";
import type { Guard } from "./guards/guard.ts";

/**
 * `npm run guards`: breaks each guard in a copy of the repository, and runs the test there that must go red. One
 * PostgreSQL serves all. --only <part of a name> chooses guards, and can be repeated. --together <n> breaks up to that
 * many at once, in different files and tests, in a fraction of the time: it finds every unnoticed guard, but may count
 * one as noticed because of another, which its message shows.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));

type Outcome = { guard: Guard; verdict: "red" | "NOT RED" | "BROKEN"; why: string };
type Report = {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, together: { type: "string", default: "1" } },
});
const chosen = guards.filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true);
await buildStaleWidget();
const files = listFiles(root);
const folder = await mkdtemp(join(tmpdir(), "payments-platform-guards-"));
const server = await startThrowawayPostgres({ durable: false });
try {
  await copyTo(folder);
  let red = 0;
  // The server and the copy are removed after the running test.
  let isStopped = false;
  process.once("SIGINT", () => (isStopped = true));
  for (const batch of inBatches(chosen, Number(values.together))) {
    if (isStopped) break;
    const started = performance.now();
    const outcomes = await prove(batch);
    const time = `${Math.round((performance.now() - started) / 1_000)} s`;
    for (const { guard, verdict, why } of outcomes) {
      if (verdict === "red") red += 1;
      console.log(`${verdict.padEnd(8)}${time.padStart(6)}  ${guard.name}: ${why}`);
    }
  }
  console.log(`${red} of ${chosen.length} guards are noticed by their tests when they are broken.`);
  process.exitCode = red === chosen.length ? 0 : 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Copies the files in git and their builds. Packages are linked. */
async function copyTo(target: string): Promise<void> {
  for (const path of [...files, ...listBuilt(root)]) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    if (path.endsWith("node_modules/")) await symlink(join(root, path), join(target, path.slice(0, -1)));
    else if (existsSync(join(root, path)))
      await cp(join(root, path), join(target, path), { recursive: true });
  }
}

/** Breaks the guards, runs their tests, and restores them. */
async function prove(batch: readonly Guard[]): Promise<Outcome[]> {
  const strays = batch.map((guard) => ({ guard, why: strayParts(folder, files, guard).join("; ") }));
  const broken = strays
    .filter(({ why }) => why !== "")
    .map((stray) => ({ ...stray, verdict: "BROKEN" as const }));
  const sound = strays.filter(({ why }) => why === "").map(({ guard }) => guard);
  if (sound.length === 0) return broken;
  const statements: string[] = [];
  const changed = new Map<string, string>();
  for (const change of sound.flatMap(({ breaks }) => breaks)) {
    if ("sql" in change) {
      statements.push(`${change.sql};\n`);
      continue;
    }
    const path = join(folder, fileOf(folder, files, change));
    const text = await readFile(path, "utf8");
    if (!changed.has(path)) changed.set(path, text);
    await writeFile(
      path,
      text.replace(change.from, () => change.to),
    );
  }
  const migration = join(folder, "sql/migrations/9999_break_a_guard.sql");
  if (statements.length > 0) await writeFile(migration, statements.join(""));
  try {
    return [...broken, ...(await runTests(sound))];
  } finally {
    for (const [path, text] of changed) await writeFile(path, text);
    await rm(migration, { force: true });
  }
}

async function runTests(batch: readonly Guard[]): Promise<Outcome[]> {
  const report = join(folder, "report.json");
  await rm(report, { force: true });
  const titles = batch.map((guard) => `(?:${titlePattern(guard)})`).join("|");
  const args = [
    ...["run", ...batch.map(testFileOf), "-t", titles, "--reporter=json", "--outputFile", report],
    ...(batch.length === 1 ? ["--bail=1"] : []),
  ];
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(root, "node_modules/vitest/vitest.mjs"), ...args],
      { cwd: folder, env: { ...process.env, DATABASE_URL: server.url }, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => resolve(`${stdout}${stderr}`),
    );
  });
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) {
    const why = `the tests did not run: ${output.slice(-800)}`;
    return batch.map((guard) => ({ guard, verdict: "BROKEN", why }));
  }
  const { testResults } = JSON.parse(text) as Report;
  return batch.map((guard) => {
    const file = testResults.find(({ name }) => name.endsWith(`/${testFileOf(guard)}`));
    const pattern = new RegExp(titlePattern(guard));
    const tests = (file?.assertionResults ?? []).filter(({ fullName }) => pattern.test(fullName));
    const failed = tests.find(({ status }) => status === "failed");
    if (failed !== undefined)
      return { guard, verdict: "red", why: firstLine(failed.failureMessages[0] ?? "") };
    if (tests.some(({ status }) => status === "passed"))
      return { guard, verdict: "NOT RED", why: `${testFileOf(guard)} passes without it` };
    // A failed hook, a file that did not load, or an unknown title.
    return { guard, verdict: "BROKEN", why: `no test ran: ${firstLine(file?.message ?? output)}` };
  });
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]!.slice(0, 160);
}
