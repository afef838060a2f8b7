import { execFile, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { progress } from "../../../scripts/cli/show-progress.ts";
import { readParts } from "./read-parts.ts";
import type { Guard } from "./run.ts";
import type { Report } from "./run-faults.ts";

/** Long enough for every guard. No guard shows in how fast the machine recovers. */
const shortly = "--minutes 1 --rate 5 --lanes 2 --patience 60 --recover-within 3600".split(" ");

const root = fileURLToPath(new URL("../../../", import.meta.url));
const copied = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "ingress",
  "workers",
  "sql",
  "scripts",
  "test",
];
/** Linked, not copied, as they contain no guard. The ingress serves the builds in them. */
const linked = ["node_modules", "widget", "docs"];

/**
 * Runs the harness, which must find nothing; then breaks each guard in its own copy and runs it there. Returns whether
 * every run noticed. `names`: the guards, by default all; `options`: of all runs, as on the command line. With one
 * guard only, the first run has that guard's options too.
 */
export async function prove(names: string[] | undefined, options: string[]): Promise<boolean> {
  const all = await readParts("guards");
  const guards = all.filter(({ name }) => names?.includes(name) ?? true);

  const own = guards.length === 1 ? guards[0]!.options : {};
  const found = await progress.during("With all guards", () =>
    runIn(root, [...options, ...Object.entries(own).flat()]),
  );
  if (found.length > 0) {
    console.log(`It finds ${found.length} violations with all guards, so it can prove nothing:`);
    for (const violation of found.slice(0, 10)) console.log(`  ! ${violation}`);
    return false;
  }

  let proven = 0;
  for (const guard of guards) if (await proveOne(guard, options)) proven += 1;
  console.log(`${proven} of ${guards.length} guards are noticed when they are missing.`);
  return proven === guards.length;
}

async function proveOne(guard: Guard, options: string[]): Promise<boolean> {
  const started = performance.now();
  const outcome = await inFolder(async (folder) => {
    await copyTo(folder);
    for (const edit of guard.edits) await breakIn(folder, edit);
    return progress.during(`Without ${guard.name}`, () =>
      runIn(folder, [...options, ...Object.entries(guard.options).flat()]),
    );
  }).catch((error: Error) => error);
  if (outcome instanceof Error) {
    console.log(`FAILED  ${guard.name}: ${outcome.message}`);
    return false;
  }
  const violations = outcome;
  const shown = violations.filter((violation) =>
    guard.shownBy.some((code) => violation.startsWith(`${code}: `)),
  );
  const [first] = shown.length > 0 ? shown : violations;
  const verdict =
    shown.length > 0 ? "noticed" : violations.length > 0 ? "NOTICED SOMETHING ELSE" : "NOT NOTICED";
  const time = `${Math.round((performance.now() - started) / 1_000)} s`;
  console.log(
    `${verdict}  ${guard.name} (${time}, ${shown.length} of ${violations.length} violations)${first ? `: ${first}` : ""}`,
  );
  return shown.length > 0;
}

/** Gives `act` a new folder, and removes it afterwards. */
async function inFolder<Result>(act: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "payments-platform-guard-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    return await act(folder);
  } finally {
    process.off("exit", remove);
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyTo(folder: string): Promise<void> {
  for (const part of copied) await cp(join(root, part), join(folder, part), { recursive: true });
  for (const part of linked) await symlink(join(root, part), join(folder, part));
}

async function breakIn(folder: string, { file, from, to }: Guard["edits"][number]): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  const times = text.split(from).length - 1;
  if (times !== 1) throw new Error(`${file} has ${times} times what is to be broken: ${from}`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}

/** Everything that a run of the repository in this folder finds wrong. */
async function runIn(checkout: string, options: string[]): Promise<string[]> {
  return inFolder(async (folder) => {
    const { code, output } = await run(checkout, [...shortly, ...options, "--report", folder]);
    const report = await readFile(join(folder, "report.json"), "utf8").catch(() => undefined);
    if (report === undefined) throw new Error(`the run ended with ${code}, and without a report:\n${output}`);
    return (JSON.parse(report) as Report).violations;
  });
}

async function run(checkout: string, options: string[]): Promise<{ code: number | null; output: string }> {
  let child: ChildProcess | undefined;
  const end = () => void child?.kill();
  process.once("exit", end);
  try {
    return await new Promise((resolve) => {
      child = execFile(
        process.execPath,
        ["test/lab/faults/main.ts", ...options],
        { cwd: checkout, maxBuffer: 64 * 1024 * 1024 },
        (_error, stdout, stderr) => resolve({ code: child!.exitCode, output: `${stdout}${stderr}` }),
      );
    });
  } finally {
    process.off("exit", end);
  }
}
