import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { connectClient } from "../process/connections/connect-client.ts";
import { queues } from "../queue/jobs.ts";
import { applyRights } from "./apply-rights.ts";
import { createRoles } from "./create-roles.ts";
import { dropViewsToChange } from "./drop-views.ts";
import { insertData } from "./insert-data.ts";
import { refuseOtherVersion } from "./refuse-other-version.ts";
import { readSqlFiles, type Applied, type SqlFile } from "./sql-files.ts";

/** An arbitrary number; every process that migrates must use the same one. */
const MIGRATION_LOCK = 7_292_301;

/** How long a transaction waits for a lock (waiting blocks all traffic on the table), and how often it retries. */
const LOCK_MS = 2_000;
/**
 * How long a migration waits for all its locks. Shorter than PostgreSQL's deadlock_timeout (1 s): traffic that waits
 * for one of them meanwhile, and has another one, is never ended as a part of a deadlock.
 */
const ALL_LOCKS_MS = 900;
const ATTEMPTS = 20;
/** lock_not_available, deadlock_detected, and query_canceled by the limit of the locks: traffic was in the way. */
const IN_THE_WAY = ["55P03", "40P01", "57014"];
/** undefined_function, undefined_table and undefined_object (a view's row type): the file needs another one first. */
const NOT_THERE_YET = ["42883", "42P01", "42704"];

/** Called when a file starts: the 3rd of 12, say. One that has to wait for another starts again. */
type OnFile = (name: string, nth: number, total: number) => void;

type MigrateOptions = {
  withRoles?: boolean;
  onFile?: OnFile;
  /** Migrations after those of sql/migrations; only tests have any. */
  later?: SqlFile[];
};

/**
 * Brings the database at `url` up to date and returns the names of the files it applied.
 *
 * First the queues, each a schema of graphile-worker. Then, in one transaction, the new files of sql/migrations, before
 * which all tables are locked, the changed functions and views (all views if one changed), and the rows of sql/data
 * that are absent. Then the new indexes that are built beside traffic, one after the other. Finally the partitions of
 * the weeks ahead. Several processes may call this at once: one migrates,
 * the others wait and find nothing to do.
 *
 * Throws, having changed nothing, if the database's encoding is not UTF8, and DatabaseOutdated if it has a migration
 * that is not in sql/migrations or has another text there. Throws, having changed only the queues, if graphile-worker
 * makes other tables than we know.
 *
 * The database's roles (sql/install/rights.ts) are made first and given their rights at the end, in the same
 * transaction. Throws RolesMissing, having changed nothing, if the user of `url` may not make them. `withRoles: false`
 * leaves them out: everything then has to run as the owner. `onFile` is called for each file that starts.
 */
export async function migrate(
  url: string,
  { withRoles = true, onFile = () => {}, later = [] }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectClient(url);
  try {
    // The database or its user may have limits, which are too short for a migration.
    await client.query("set lock_timeout = 0; set statement_timeout = 0");
    await refuseOtherEncoding(client);
    await awaitTurn(client);
    const migrations = [...(await readSqlFiles("migrations")), ...later];
    const applied = await readApplied(client);
    refuseOtherVersion(migrations, applied);
    if (withRoles) await createRoles(client);
    await migrateQueues(url);
    const names = await applyFiles(client, migrations, applied, { withRoles, onFile });
    await keepPartitions(client);
    return names;
  } finally {
    await client.end();
  }
}

async function keepPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>("select name from public.partitioned_tables()");
  for (const { name } of rows) await client.query("select public.keep_partitions($1)", [name]);
}

/**
 * Waits until no other process migrates. It asks again and again: a statement that waits for the lock would be one that
 * an index built beside traffic waits for.
 */
async function awaitTurn(client: pg.Client): Promise<void> {
  const askUntil = performance.now() + 600_000;
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
      MIGRATION_LOCK,
    ]);
    if (rows[0]!.got) return;
    if (performance.now() > askUntil) throw new Error("another process has migrated for ten minutes");
    await sleep(100);
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

async function applyFiles(
  client: pg.Client,
  migrations: SqlFile[],
  applied: Applied,
  { withRoles, onFile }: { withRoles: boolean; onFile: OnFile },
): Promise<string[]> {
  const functions = await readSqlFiles("functions");
  const newMigrations = migrations.filter(({ name }) => !applied.has(name));
  const newFunctions = functions.filter(({ name, sha256 }) => applied.get(name) !== sha256);
  const onStart = count(newMigrations.length + newFunctions.length, onFile);
  const [indexes, others] = [
    newMigrations.filter(buildsIndex),
    newMigrations.filter((one) => !buildsIndex(one)),
  ];
  let data: string[] = [];
  // Together: between a migration and the functions that fit it, traffic would fail.
  await retryBehindTraffic(() =>
    inTransaction(client, async () => {
      await createAppliedFiles(client);
      if (others.length > 0) await lockTables(client);
      for (const migration of others) await applyFile(client, migration, onStart);
      await applyInAnyOrder(client, await dropViewsToChange(client, functions, newFunctions), onStart);
      data = await insertData(client);
      await client.query("select require_known_queues()");
      if (withRoles) await applyRights(client);
    }),
  );
  for (const index of indexes) await buildIndex(client, index, onStart);
  return [...newMigrations.map(({ name }) => name), ...data, ...newFunctions.map(({ name }) => name)];
}

/** A migration of this one statement is no part of the transaction: it takes long, and locks out nobody. */
const CONCURRENTLY = /^(?:--.*\n|\s)*create (?:unique )?index concurrently (\w+)\s+on [^;]+;?\s*$/;
const buildsIndex = ({ text }: SqlFile) => CONCURRENTLY.test(text);

/** Builds an index beside traffic. One that was left half built is built again; one that is there is taken as it is. */
async function buildIndex(client: pg.Client, file: SqlFile, onStart: (name: string) => void): Promise<void> {
  const index = `public.${CONCURRENTLY.exec(file.text)![1]!}`;
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [index],
  );
  if (rows[0]?.valid === false) await client.query(`drop index concurrently ${index}`);
  await applyFile(client, rows[0]?.valid === true ? { ...file, text: "" } : file, onStart);
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

/**
 * Before all else: what follows then waits for no traffic, with which it could deadlock half-way. The first lock lets
 * traffic through. Whoever waits a second for it ends the autovacuum that is in the way, and none starts again.
 */
async function lockTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(`
    select string_agg(format('%I', relname), ', ' order by oid) as tables from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and pg_has_role(relowner, 'usage')`);
  const { tables } = rows[0]!;
  await client.query(`
    lock table ${tables} in share update exclusive mode;
    set local statement_timeout = ${ALL_LOCKS_MS};
    lock table ${tables} in access exclusive mode;
    set local statement_timeout = 0`);
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
 * Applies functions and views in the order of their names, except that a file which needs another one comes after it:
 * PostgreSQL looks up what views and inlined functions use when they are created. Such a file fails, and is tried
 * again at the end.
 */
async function applyInAnyOrder(
  client: pg.Client,
  functions: SqlFile[],
  onStart: (name: string) => void,
): Promise<void> {
  const failed: SqlFile[] = [];
  let lastError: unknown;
  for (const file of functions) {
    await client.query("savepoint before_file");
    try {
      await applyFile(client, file, onStart);
    } catch (error) {
      if (!hasCode(error, NOT_THERE_YET)) throw error;
      await client.query("rollback to savepoint before_file");
      failed.push(file);
      lastError = error;
    }
  }
  if (failed.length > 0 && failed.length === functions.length) throw lastError;
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

async function applyFile(
  client: pg.Client,
  { name, text, sha256 }: SqlFile,
  onStart: (name: string) => void,
): Promise<void> {
  onStart(name);
  await client.query(text).catch((cause: Error) => {
    throw new Error(`${name}: ${cause.message}`, { cause });
  });
  await client.query(
    `insert into applied_files (name, sha256) values ($1, $2)
    on conflict (name) do update set sha256 = $2, applied_at = now()`,
    [name, sha256],
  );
}

async function createAppliedFiles(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists applied_files (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now()
    )`);
}

async function readApplied(client: pg.Client): Promise<Applied> {
  const table = await client.query("select where to_regclass('public.applied_files') is not null");
  if (table.rowCount === 0) return new Map();
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
