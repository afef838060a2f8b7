import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** Migrations are applied once; functions and views again whenever their text changes. */
export type SqlKind = "migrations" | "functions";
export type SqlFile = { name: string; text: string; sha256: string };
/** The SHA-256 of every applied file, by its name. */
export type Applied = ReadonlyMap<string, string>;

/** The migrations, or the functions and views of all domains, in the order of their names. */
export async function readSqlFiles(kind: SqlKind): Promise<SqlFile[]> {
  return Promise.all((await listSqlFiles(kind)).map(readSqlFile));
}

/** One file; `name` is its path within sql/. */
export async function readSqlFile(name: string): Promise<SqlFile> {
  const text = await readFile(new URL(`../${name}`, import.meta.url), "utf8");
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** The names of the files that readSqlFiles() reads. What stands in sql/ itself or in adopt/ is neither. */
export async function listSqlFiles(kind: SqlKind): Promise<string[]> {
  const names = await readdir(new URL("../", import.meta.url), { recursive: true });
  return names.filter((name) => /\/.*\.sql$/.test(name) && kindOf(name) === kind).sort();
}

function kindOf(name: string): SqlKind | undefined {
  if (name.startsWith("adopt/")) return undefined;
  return name.startsWith("migrations/") ? "migrations" : "functions";
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
