import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { z } from "zod";
import type { Connection } from "./database.ts";
import { sql } from "./sql-tag.ts";

type Folder = "migrations" | "functions";
type SqlFile = { name: string; text: string; sha256: string };

/** Any number will do, as long as every process that migrates uses it. */
const MIGRATION_LOCK = 7_292_301;

/** How long a migration holds traffic up for a lock that it cannot get, how often it tries, and what it tries again for. */
const LOCK_MS = 2_000;
const ATTEMPTS = 20;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
const UNDEFINED_FUNCTION = "42883";
const UNDEFINED_TABLE = "42P01";
const NOT_THERE_YET = [UNDEFINED_FUNCTION, UNDEFINED_TABLE];
const IN_THE_WAY = [LOCK_NOT_AVAILABLE, DEADLOCK];

/**
 * Brings the database at `url` up to date and returns the names of the files it applied.
 *
 * First graphile-worker's own schema, then each new file of sql/migrations in a transaction of its own, then the
 * functions and views of sql/functions that have changed, in the transaction of the last migration. Several processes
 * may start at once: one migrates, the others wait and find nothing to do.
 * Throws, naming the file, when an applied migration was edited or is missing, or two share a number.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    // pg.defaults may carry the limits of a server's queries, which a migration may need more than.
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await client.query({
      text: "select pg_advisory_lock($1)",
      values: [MIGRATION_LOCK],
      query_timeout: 600_000,
    } as pg.QueryConfig);
    await runMigrations({ connectionString: url });
    return await applyFiles(client);
  } finally {
    await client.end();
  }
}

/**
 * The names of the files of this version that the database has never seen.
 *
 * What a newer version has added or changed since does not count: while a deploy is under way the old processes stay
 * ready, and may start again. For the same reason a function that this version changed does not count either.
 */
export async function pendingMigrations(connection: Connection): Promise<string[]> {
  const tracked = await connection.oneFirst(
    sql.type(z.object({ tracked: z.boolean() }))`
      select to_regclass('public.applied_files') is not null as tracked`,
  );
  const applied = tracked
    ? await connection.anyFirst(sql.type(z.object({ name: z.string() }))`select name from applied_files`)
    : [];
  const names = [...(await listFolder("migrations")), ...(await listFolder("functions"))];
  return names.filter((name) => !applied.includes(name));
}

async function applyFiles(client: pg.Client): Promise<string[]> {
  await client.query(`
    create table if not exists public.applied_files (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from applied_files",
  );
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));

  const migrations = await readFolder("migrations");
  refuseHistoryChanges(migrations, applied);
  const newMigrations = migrations.filter(({ name }) => !applied.has(name));
  const newFunctions = (await readFolder("functions")).filter(
    ({ name, sha256 }) => applied.get(name) !== sha256,
  );

  const last = newMigrations.pop();
  for (const migration of newMigrations) await applyWithRetries(client, [migration]);
  await applyWithRetries(client, last === undefined ? newFunctions : [last, ...newFunctions]);
  return [...newMigrations, ...(last === undefined ? [] : [last]), ...newFunctions].map(({ name }) => name);
}

/**
 * Applies files in one transaction, which waits for no lock longer than its limit: whoever waits for a table lets nobody
 * pass. Where traffic is in the way, or deadlocks with it, it gives way and tries again.
 */
async function applyWithRetries(client: pg.Client, files: SqlFile[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyTogether(client, files);
    } catch (error) {
      const code = error instanceof Error ? (error.cause as { code?: string } | undefined)?.code : undefined;
      if (attempt === ATTEMPTS || code === undefined || !IN_THE_WAY.includes(code)) throw error;
      await sleep(100 * attempt);
    }
  }
}

async function applyTogether(client: pg.Client, files: SqlFile[]): Promise<void> {
  if (files.length === 0) return;
  // Functions name each other in any order: their bodies are checked when first run, and by the tests.
  await client.query(
    `begin; set local check_function_bodies = off; set local search_path = public; set local lock_timeout = ${LOCK_MS}`,
  );
  try {
    let waiting = files;
    while (waiting.length > 0) {
      const failures = await applyEach(client, waiting);
      if (failures.length === waiting.length) throw failures[0]!.error;
      waiting = failures.map(({ file }) => file);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Applies each file, and returns those that need something that does not exist yet: PostgreSQL binds the body of an inlined
 * function and of a view when it is created, and their files stand in no order.
 */
async function applyEach(client: pg.Client, files: SqlFile[]): Promise<{ file: SqlFile; error: Error }[]> {
  const failures: { file: SqlFile; error: Error }[] = [];
  for (const file of files) {
    try {
      await client.query("savepoint before_file");
      await client.query(file.text);
      await client.query(
        "insert into applied_files (name, sha256) values ($1, $2) on conflict (name) do update set sha256 = $2, applied_at = now()",
        [file.name, file.sha256],
      );
      await client.query("release savepoint before_file");
    } catch (cause) {
      const error = new Error(`${file.name}: ${(cause as Error).message}`, { cause });
      if (!NOT_THERE_YET.includes((cause as { code?: string }).code ?? "")) throw error;
      await client.query("rollback to savepoint before_file");
      failures.push({ file, error });
    }
  }
  return failures;
}

function refuseHistoryChanges(migrations: SqlFile[], applied: Map<string, string>): void {
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

async function readFolder(folder: Folder): Promise<SqlFile[]> {
  const names = await listFolder(folder);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(`./${name}`, import.meta.url), "utf8");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

async function listFolder(folder: Folder): Promise<string[]> {
  const names = await readdir(new URL(`./${folder}/`, import.meta.url), { recursive: true });
  return names
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => `${folder}/${name}`);
}
