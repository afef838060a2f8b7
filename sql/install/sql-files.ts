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
async function readSqlFile(name: string): Promise<SqlFile> {
  const text = await readFile(new URL(`../${name}`, import.meta.url), "utf8");
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

/** The names of the files that readSqlFiles() reads. Files in sql/ itself are neither. */
export async function listSqlFiles(kind: SqlKind): Promise<string[]> {
  const names = await readdir(new URL("../", import.meta.url), { recursive: true });
  return names.filter((name) => /\/.*\.sql$/.test(name) && kindOf(name) === kind).sort();
}

function kindOf(name: string): SqlKind {
  return name.startsWith("migrations/") ? "migrations" : "functions";
}
