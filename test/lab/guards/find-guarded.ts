import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Edit, Guard } from "./guard.ts";

const git = (root: string, ...options: string[]) =>
  execFileSync("git", ["ls-files", "-z", "--others", "--exclude-standard", ...options], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\0")
    .filter((path) => path !== "");

/** Files in git, and new ones that are not ignored. */
export const listFiles = (root: string) => git(root, "--cached", "--deduplicate");

/** Ignored files; folders end in a slash. */
export const listBuilt = (root: string) => git(root, "--ignored", "--directory");

/** The one file outside test/ that has the name and the text to break. */
export function fileOf(root: string, files: readonly string[], { file, from }: Edit): string {
  const named = files.filter((path) => !path.startsWith("test/") && `/${path}`.endsWith(`/${file}`));
  const found = named.filter((path) => readFileSync(join(root, path), "utf8").includes(from));
  if (found.length === 1) return found[0]!;
  throw new Error(`${found.length} of ${named.length} files named ${file} have: ${from}`);
}

export const testFileOf = ({ red: [file] }: Guard) => `test/${file}.test.ts`;

/** The pattern by which vitest selects the guard's test; %s and $name match anything. */
export function titlePattern({ red: [, title] }: Guard): string {
  return title
    .split(/%s|%j|%i|\$[a-zA-Z]+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(".*");
}

/** Why a guard cannot be proved: its code or its test has moved. */
export function strayParts(root: string, files: readonly string[], guard: Guard): string[] {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const stray: string[] = [];
  for (const change of guard.breaks) {
    if ("sql" in change) {
      const name = change.sql.split(" ").at(-1)!;
      if (!read("sql/schema.sql").includes(` ${name} `)) stray.push(`sql/schema.sql has no ${name}`);
      continue;
    }
    try {
      const path = fileOf(root, files, change);
      const times = read(path).split(change.from).length - 1;
      if (times !== 1) stray.push(`${path} has ${times} times: ${change.from}`);
    } catch (error) {
      stray.push((error as Error).message);
    }
  }
  const file = testFileOf(guard);
  if (!files.includes(file)) stray.push(`there is no ${file}`);
  else if (!read(file).includes(guard.red[1])) stray.push(`${file} has no test: ${guard.red[1]}`);
  return stray;
}

/** Groups guards, at most `most` together, so that no two change the same file or share a test file. */
export function inBatches(guards: readonly Guard[], most: number): Guard[][] {
  const touched = (guard: Guard) => [
    testFileOf(guard),
    ...guard.breaks.map((change) => ("sql" in change ? change.sql : change.file)),
  ];
  const batches: Guard[][] = [];
  for (const guard of guards) {
    const own = touched(guard);
    const fits = (batch: Guard[]) =>
      batch.length < most && !batch.flatMap(touched).some((file) => own.includes(file));
    const batch = batches.find(fits);
    if (batch === undefined) batches.push([guard]);
    else batch.push(guard);
  }
  return batches;
}
