import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { connectClient } from "../process/connections/connect-client.ts";
import { queues } from "../queue/jobs.ts";
import { readSqlFiles, readSqlFile, refuseHistoryChanges, type Applied, type SqlFile } from "./sql-files.ts";
import { applyRights } from "./apply-rights.ts";
import { createRoles } from "./create-roles.ts";
import { dropViewsToChange } from "./drop-views.ts";
import { preparePartitions } from "./prepare-partitions.ts";

/** An arbitrary number; every process that migrates must use the same one. */
const MIGRATION_LOCK = 7_292_301;

/** How long a transaction waits for a lock (waiting blocks all traffic on the table), and how often it retries. */
const LOCK_MS = 2_000;
const ATTEMPTS = 20;
/** lock_not_available and deadlock_detected: traffic was in the way. */
const IN_THE_WAY = ["55P03", "40P01"];
/** undefined_function, undefined_table and undefined_object (a view's row type): the file needs another one first. */
const NOT_THERE_YET = ["42883", "42P01", "42704"];

/** The first and the last migration of version 0.1, whose databases are adopted. */
const FIRST_OF_0_1 = "migrations/0001_create_merchants.sql";
const LAST_OF_0_1 = "migrations/0031_check_merchant_origins.sql";
const ADOPTION = "adopt/from-0.1.sql";
/** The last migration whose tables adoption makes; later ones are applied to an adopted database like to any other. */
const LAST_ADOPTED = "migrations/0011_create_sandbox.sql";

/** Called when a file starts: the 3rd of 12, say. One that has to wait for another starts again. */
type OnFile = (name: string, nth: number, total: number) => void;

type MigrateOptions = { withRoles?: boolean; onFile?: OnFile };

/**
 * Brings the database at `url` up to date and returns the names of the files it applied.
 *
 * First the queues, each a schema of graphile-worker, then in one transaction the new files of sql/migrations and the
 * changed files of functions and views; all views if one changed. A
 * database of version 0.1 is adopted instead, in one transaction. Several processes may call this at once: one
 * migrates, the others wait and find nothing to do. Throws, naming the file, if an applied migration was edited or is
 * missing, or if two have the same number; and if the database is older than the last migration of version 0.1.
 *
 * At last it attaches what was written before a table had partitions, each in a transaction of its own.
 *
 * Throws, having changed nothing, if the database's encoding is not UTF8.
 *
 * The database's roles (sql/install/rights.ts) are made first and given their rights at the end, in the same
 * transaction. Throws RolesMissing, having changed nothing, if the user of `url` may not make them. `withRoles: false`
 * leaves them out: everything then has to run as the owner. `onFile` is called for each file that starts.
 */
export async function migrate(
  url: string,
  { withRoles = true, onFile = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectClient(url);
  try {
    // The database or its user may have limits, which are too short for a migration.
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await refuseOtherEncoding(client);
    await client.query({
      text: "select pg_advisory_lock($1)",
      values: [MIGRATION_LOCK],
      query_timeout: 600_000,
    } as pg.QueryConfig);
    if (withRoles) await createRoles(client);
    await migrateQueues(url);
    const finish = async () => {
      if (withRoles) await applyRights(client);
    };
    const applied = await applyFiles(client, { finish, onFile });
    await preparePartitions(client);
    return applied;
  } finally {
    await client.end();
  }
}

/** Names are compared in their Unicode form, which PostgreSQL knows of UTF8 alone. */
async function refuseOtherEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  const { encoding } = rows[0]!;
  if (encoding === "UTF8") return;
  throw new Error(
    `this database's encoding is ${encoding}, and has to be UTF8: ` +
      "create it with encoding 'UTF8' template template0, and restore into that what this one has",
  );
}

/**
 * On a pool of ours: graphile-worker would open one for each queue, and stop listening to its errors while its
 * connections end. One that PostgreSQL terminates then would end this process.
 */
async function migrateQueues(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    for (const { name } of queues) await runMigrations({ pgPool: pool, schema: name });
  } finally {
    await pool.end();
  }
}

/** `finish` is called at the end of the last transaction. */
type Hooks = { finish: () => Promise<void>; onFile: OnFile };

async function applyFiles(client: pg.Client, { finish, onFile }: Hooks): Promise<string[]> {
  const applied = await readApplied(client);
  const migrations = await readSqlFiles("migrations");
  const functions = await readSqlFiles("functions");
  if (applied.has(FIRST_OF_0_1)) return adopt(client, applied, migrations, functions, { finish, onFile });

  refuseHistoryChanges(migrations, applied);
  const newMigrations = migrations.filter(({ name }) => !applied.has(name));
  const newFunctions = functions.filter(({ name, sha256 }) => applied.get(name) !== sha256);
  const onStart = count(newMigrations.length + newFunctions.length, onFile);
  // Together: between a migration and the functions that fit it, traffic would fail.
  await retryBehindTraffic(() =>
    inTransaction(client, async () => {
      await applyInAnyOrder(client, newMigrations, onStart);
      await applyInAnyOrder(client, await dropViewsToChange(client, functions, newFunctions), onStart);
      await finish();
    }),
  );
  return [...newMigrations, ...newFunctions].map(({ name }) => name);
}

/**
 * Renames everything in a database of version 0.1, and records the migrations that made the same as applied. Then
 * applies the later ones, in the same transaction.
 */
async function adopt(
  client: pg.Client,
  applied: Applied,
  migrations: SqlFile[],
  functions: SqlFile[],
  { finish, onFile }: Hooks,
): Promise<string[]> {
  if (!applied.has(LAST_OF_0_1)) {
    throw new Error(
      `this database lacks ${LAST_OF_0_1}: run "npm run migrate" of version 0.1 first, then again`,
    );
  }
  const adoption = await readSqlFile(ADOPTION);
  const adopted = migrations.filter(({ name }) => name <= LAST_ADOPTED);
  const later = migrations.filter(({ name }) => name > LAST_ADOPTED);
  const onStart = count(1 + later.length + functions.length, onFile);
  await retryBehindTraffic(() =>
    inTransaction(client, async () => {
      onStart(adoption.name);
      await applyFile(client, adoption);
      await client.query("delete from applied_files");
      for (const migration of adopted) await recordFile(client, migration);
      await applyInAnyOrder(client, [...later, ...functions], onStart);
      await finish();
    }),
  );
  return [adoption, ...later, ...functions].map(({ name }) => name);
}

/**
 * Runs one transaction; if it waited too long for a lock, or deadlocked with traffic, runs it again after a pause.
 */
async function retryBehindTraffic(transaction: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !hasCode(error, IN_THE_WAY)) throw error;
      await sleep(100 * attempt);
    }
  }
}

async function inTransaction(client: pg.Client, run: () => Promise<void>): Promise<void> {
  // Functions call each other in any order: PL/pgSQL bodies are checked when they first run, and by the tests.
  await client.query(
    `begin; set local check_function_bodies = off; set local search_path = public; set local lock_timeout = ${LOCK_MS}`,
  );
  try {
    await run();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Applies the files in the order of their names, except that a file which needs another one comes after it:
 * PostgreSQL looks up what views and inlined functions use when they are created. Such a file fails, and is tried
 * again at the end.
 */
async function applyInAnyOrder(
  client: pg.Client,
  files: SqlFile[],
  onStart: (name: string) => void,
): Promise<void> {
  const failed: SqlFile[] = [];
  let lastError: unknown;
  for (const file of files) {
    await client.query("savepoint before_file");
    try {
      onStart(file.name);
      await applyFile(client, file);
      await recordFile(client, file);
    } catch (error) {
      if (!hasCode(error, NOT_THERE_YET)) throw error;
      await client.query("rollback to savepoint before_file");
      failed.push(file);
      lastError = error;
    }
  }
  if (failed.length > 0 && failed.length === files.length) throw lastError;
  if (failed.length > 0) await applyInAnyOrder(client, failed, onStart);
}

/** Counts the files that start; those that are tried again count once. */
function count(expected: number, onFile: OnFile): (name: string) => void {
  const started = new Set<string>();
  return (name) => {
    started.add(name);
    onFile(name, started.size, Math.max(expected, started.size));
  };
}

async function applyFile(client: pg.Client, { name, text }: SqlFile): Promise<void> {
  await client.query(text).catch((cause: Error) => {
    throw new Error(`${name}: ${cause.message}`, { cause });
  });
}

async function recordFile(client: pg.Client, { name, sha256 }: SqlFile): Promise<void> {
  await client.query(
    `insert into applied_files (name, sha256) values ($1, $2)
    on conflict (name) do update set sha256 = $2, applied_at = now()`,
    [name, sha256],
  );
}

async function readApplied(client: pg.Client): Promise<Applied> {
  await client.query(`
    create table if not exists public.applied_files (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from public.applied_files",
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Whether an error is, or was caused by, an error of the database with one of these SQLSTATEs. */
function hasCode(error: unknown, codes: string[]): boolean {
  const cause = error instanceof pg.DatabaseError ? error : error instanceof Error && error.cause;
  return cause instanceof pg.DatabaseError && cause.code !== undefined && codes.includes(cause.code);
}
