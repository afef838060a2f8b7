import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

export type SqlFile = { name: string; text: string; sha256: string };
/** The SHA-256 of every applied file, by its name. */
export type Applied = ReadonlyMap<string, string>;

/** The files of a folder of sql/, in the order of their names. */
export async function readFolder(folder: "migrations" | "functions"): Promise<SqlFile[]> {
  return Promise.all((await listFolder(folder)).map(readSqlFile));
}

/** One file; `name` is its path within sql/. */
export async function readSqlFile(name: string): Promise<SqlFile> {
  const text = await readFile(new URL(`../${name}`, import.meta.url), "utf8");
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** The names of the files that readFolder() reads. */
export async function listFolder(folder: "migrations" | "functions"): Promise<string[]> {
  const names = await readdir(new URL(`../${folder}/`, import.meta.url), { recursive: true });
  return names
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Throws, naming the file, if an applied migration was edited or is missing, or if two have the same number. */
export function refuseHistoryChanges(migrations: SqlFile[], applied: Applied): void {
  const numbers = new Set<string>();
  for (const { name, sha256 } of migrations) {
    const number = name.slice(0, "migrations/0000".length);
    if (numbers.has(number)) throw new Error(`${name}: another migration has the same number`);
    numbers.add(number);
    const before = applied.get(name);
    if (before !== undefined && before !== sha256) {
      throw new Error(
        `${name} was edited after it had been applied: restore it, and make the change in a new migration`,
      );
    }
  }
  const names = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (name.startsWith("migrations/") && !names.has(name))
      throw new Error(`${name} was applied, but the file is gone`);
  }
}
