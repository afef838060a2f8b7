import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { refuseUnsafeDatabase } from "../../sql/process/connections/refuse-unsafe-database.ts";
import { queues } from "../../sql/queue/jobs.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { pendingMigrations } from "../../sql/install/pending-migrations.ts";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { listSqlFiles, type SqlFile } from "../../sql/install/sql-files.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { eventually } from "../helpers/eventually.ts";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import { test } from "../helpers/test.ts";

const tamper = (name: string) =>
  sql.fragment`update applied_files set sha256 = 'another' where name = ${name}`;

/** The statements that wait for a lock of a table or a row. */
function waitForLock(database: Database): Promise<readonly string[]> {
  return database.anyFirst(sql.type(z.object({ query: z.string() }))`
    select trim(query) as query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
}

/** A migration as a later version might bring it. */
const later = (text: string): SqlFile => ({
  name: "migrations/9000_add_a_note.sql",
  text,
  sha256: "made up",
});

const outdated =
  "This database was made by another development version: delete DATA_DIR, or name an empty database. " +
  "(DATABASE_OUTDATED)";

/** Leaves the database as it was before the first migration. */
async function empty(database: Database): Promise<void> {
  for (const schema of ["public", ...queues.map(({ name }) => name)])
    await database.query(sql.type(z.object({}))`drop schema ${sql.identifier([schema])} cascade`);
  await database.query(sql.type(z.object({}))`create schema public`);
}

describe("migrations", () => {
  test("have numbers of four digits, each once", async () => {
    const numbers = (await listSqlFiles("migrations")).map(
      (name) => /^migrations\/(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1],
    );
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("are applied once by several processes that start at once", async ({ database, databaseUrl }) => {
    await empty(database);
    expect(await pendingMigrations(database)).toContain("migrations/0001_people.sql");

    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(databaseUrl)));

    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test("refuse a database whose encoding is not UTF8, and change nothing in it", async ({ databaseUrl }) => {
    const other = new URL(databaseUrl);
    other.pathname = `${other.pathname}_ascii`;
    const name = other.pathname.slice(1);
    await runAdminQuery(
      databaseUrl,
      `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
    );
    try {
      await expect(migrate(other.href)).rejects.toThrow(/encoding is SQL_ASCII, and has to be UTF8/);
      const schemas = "select nspname from pg_namespace where nspname ~ '^queue'";
      expect(await runAdminQuery(other.href, schemas)).toEqual([]);
    } finally {
      await runAdminQuery(databaseUrl, `drop database ${name}`);
    }
  });

  test("refuse a database of another development version, and change nothing in it", async ({
    database,
    databaseUrl,
  }) => {
    await database.query(sql.type(z.object({}))`${tamper("migrations/0004_ledger.sql")}`);
    await expect(migrate(databaseUrl)).rejects.toMatchObject({
      code: "DATABASE_OUTDATED",
      message: outdated,
      cause: { message: "migrations/0004_ledger.sql was edited after it had been applied" },
    });

    await empty(database);
    await database.query(sql.type(z.object({}))`create table applied_files (name text, sha256 text)`);
    await database.query(sql.type(z.object({}))`
      insert into applied_files (name, sha256) values ('migrations/0001_create_merchants.sql', 'x')`);
    await expect(migrate(databaseUrl)).rejects.toMatchObject({
      code: "DATABASE_OUTDATED",
      message: outdated,
      cause: { message: "migrations/0001_create_merchants.sql was applied, but the file is gone" },
    });
    const left = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace
      union all select nspname from pg_namespace where nspname ~ '^queue'`);
    expect(left).toEqual(["applied_files"]);
  });

  test("refuse it in npm run migrate and in npm start, which leave DATA_DIR as it is", async ({
    database,
    databaseUrl,
  }) => {
    await database.query(sql.type(z.object({}))`${tamper("migrations/0004_ledger.sql")}`);
    const dataDir = await mkdtemp(join(tmpdir(), "payments-outdated-"));
    const env = {
      ...nodeEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: `${await findFreePort()}`,
    };
    const run = (script: string) =>
      promisify(execFile)(process.execPath, [fileURLToPath(new URL(`../../${script}`, import.meta.url))], {
        env,
      });
    try {
      await expect(run("scripts/migrate.ts")).rejects.toMatchObject({
        code: 1,
        stdout: "",
        stderr: `${outdated}\n`,
      });
      await expect(run("scripts/start.ts")).rejects.toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining(`${outdated}\n`),
      });
    } finally {
      await rm(dataDir, { recursive: true });
    }
    const merchants = sql.type(z.object({ count: z.number() }))`
      select count(*)::integer as count from merchants`;
    expect(await database.oneFirst(merchants)).toBe(0);
  });

  test("wait behind a slow transaction for moments, between which traffic goes on", async ({
    database,
    databaseUrl,
  }) => {
    const slow = new pg.Client({ connectionString: databaseUrl });
    await slow.connect();
    await slow.query("begin; lock table payment_links in row exclusive mode");
    let [hasMigrated, written] = [false, 0];
    // Without a default, which PostgreSQL 15 refuses where a function takes the table's row (sql/README.md).
    const second = later("alter table payment_links add column note text");
    const migrating = migrate(databaseUrl, { later: [second] }).finally(() => (hasMigrated = true));
    const traffic = (async () => {
      while (!hasMigrated) {
        await database.query(sql.type(z.object({}))`update payment_links set title = title where id = -1`);
        written += 1;
      }
    })();
    // It waits behind the slow transaction, and the traffic behind it: until it gives way, each time that it tries.
    for (let times = 0; times < 2; times += 1) {
      await eventually(async () =>
        expect(await waitForLock(database)).toContainEqual(expect.stringMatching(/^update payment_links/)),
      );
      const before = written;
      await eventually(() => expect(written).toBeGreaterThan(before + 10));
    }
    expect(hasMigrated).toBe(false);
    await slow.query("commit");
    await slow.end();
    await traffic;
    expect(await migrating).toEqual([second.name]);
    await database.query(sql.type(z.object({}))`select note from payment_links`);
    expect(await migrate(databaseUrl, { later: [second] })).toEqual([]);
  });

  test("take all their locks before they begin, so that traffic makes them do nothing twice", async ({
    database,
    databaseUrl,
  }) => {
    const [traffic, other] = [databaseUrl, databaseUrl].map(
      (url) => new pg.Client({ connectionString: url }),
    );
    await Promise.all([traffic!.connect(), other!.connect()]);
    await traffic!.query("begin; lock table payouts in row exclusive mode");
    await other!.query("begin; lock table collections in row exclusive mode");
    const second = later(`
      alter table payment_links add column note text;
      alter table payouts add column later_note text`);
    const started: string[] = [];
    const migrating = migrate(databaseUrl, { later: [second], onFile: (name) => started.push(name) });
    const waits = (statement: RegExp) =>
      eventually(async () =>
        expect(await waitForLock(database)).toContainEqual(expect.stringMatching(statement)),
      );
    await waits(/lock table/);
    // Traffic waits for what the migration has, before that comes to what the traffic has: who looks for a deadlock
    // first is ended, after a second. The migration has given way by then.
    const update = traffic!.query("update payment_links set title = title where id = -1");
    await waits(/^update payment_links/);
    await other!.query("commit");
    await update;
    await waits(/lock table/);
    expect(started).toEqual([]);
    await traffic!.query("commit");
    await Promise.all([traffic!.end(), other!.end()]);
    expect(await migrating).toEqual([second.name]);
    expect(started).toEqual([second.name]);
  });

  test("build an index beside traffic, alone among processes, and again where that ended half-way", async ({
    database,
    databaseUrl,
  }) => {
    const index = later(
      "-- Found by title.\ncreate index concurrently links_by_title on payment_links (title);\n",
    );
    const column = {
      ...later("alter table payment_links add column note text"),
      name: "migrations/9001_add_a_note.sql",
    };
    const all = { later: [index, column] };
    // It waits for whoever wrote to the table before it began.
    const slow = new pg.Client({ connectionString: databaseUrl });
    await slow.connect();
    const isValid = async () =>
      database.anyFirst(sql.type(z.object({ valid: z.boolean() }))`
        select indisvalid as valid from pg_index where indexrelid = to_regclass('links_by_title')`);
    const write = sql.type(z.object({}))`update payment_links set title = title where id = -1`;
    const begin = async () => {
      await slow.query("begin");
      await slow.query("select count(*) from applied_files");
      await slow.query("lock table payment_links in row exclusive mode");
    };

    // First the transaction, then the index.
    await migrate(databaseUrl, { later: [column] });
    await begin();
    const ended = migrate(databaseUrl, all).then(String, String);
    await eventually(async () =>
      expect(await waitForLock(database)).toContainEqual(expect.stringMatching(/create index concurrently/)),
    );
    await database.query(write);
    const sessions = await database.anyFirst(sql.type(z.object({ ended: z.boolean() }))`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where query like '%create index concurrently%' and wait_event_type = 'Lock' and datname = current_database()`);
    expect(sessions).toEqual([true]);
    expect(await ended).toMatch(/terminat/);
    expect(await isValid()).toEqual([false]);

    const both = Promise.all([migrate(databaseUrl, all), migrate(databaseUrl, all)]);
    await eventually(async () =>
      expect(await waitForLock(database)).toContainEqual(expect.stringMatching(/index concurrently/)),
    );
    await database.query(write);
    await slow.query("commit");
    await slow.end();
    expect((await both).flat()).toEqual([index.name]);
    expect(await isValid()).toEqual([true]);
    expect(await migrate(databaseUrl, all)).toEqual([]);
  });

  test("that end half-way leave nothing, and are applied by the next call", async ({
    database,
    databaseUrl,
  }) => {
    await empty(database);
    const migrating = migrate(databaseUrl, { later: [later("select pg_sleep(600)")] });
    const ended = migrating.then(String, String);
    await eventually(async () => {
      const sessions = await database.anyFirst(sql.type(z.object({ ended: z.boolean() }))`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where query = 'select pg_sleep(600)' and datname = current_database()`);
      expect(sessions).toEqual([true]);
    });
    expect(await ended).toMatch(/terminat/);
    const tables = sql.type(z.object({ name: z.string() }))`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace`;
    expect(await database.anyFirst(tables)).toEqual([]);

    expect(await migrate(databaseUrl)).toContain("migrations/0001_people.sql");
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test("are applied strictly in order, so that none can use what a later one makes", async ({
    database,
    databaseUrl,
  }) => {
    await empty(database);
    const first = later("create table notes (id bigint references note_kinds)");
    const second = {
      ...later("create table note_kinds (id bigint primary key)"),
      name: "migrations/9001_add_kinds.sql",
    };
    await expect(migrate(databaseUrl, { later: [first, second] })).rejects.toThrow(
      'migrations/9000_add_a_note.sql: relation "note_kinds" does not exist',
    );
    expect(await pendingMigrations(database)).toContain("migrations/0001_people.sql");
  });

  test("insert the rows of sql/data that are absent, and change none that operators changed", async ({
    database,
    databaseUrl,
  }) => {
    const rows = sql.type(z.object({ row: z.string() }))`
      select b::text as row from banks b union all select c::text from bank_provider_codes c
      union all select f::text from charges f order by 1`;
    const all = await database.anyFirst(rows);
    await database.query(sql.type(z.object({}))`delete from charges where service = 'payout'`);
    await database.query(sql.type(z.object({}))`delete from bank_provider_codes where bank_code = '058'`);
    await database.query(sql.type(z.object({}))`delete from banks where code = '058'`);
    const files = ["data/banks.csv", "data/bank_provider_codes.csv", "data/charges.csv"];
    expect(await migrate(databaseUrl)).toEqual(files);
    expect(await database.anyFirst(rows)).toEqual(all);

    await database.query(
      sql.type(z.object({}))`update banks set name = 'Another', active = false where code = '058'`,
    );
    await database.query(sql.type(z.object({}))`update charges set kobo = 7 where kind = 'stamp_duty'`);
    await database.query(sql.type(z.object({}))`
      update bank_provider_codes set provider_code = '999' where bank_code = '058' and gateway = 'paystack'`);
    const changed = await database.anyFirst(rows);
    expect(await migrate(databaseUrl)).toEqual([]);
    expect(await database.anyFirst(rows)).toEqual(changed);
  });

  test("leave a provider's codes as they are once an operator has imported its own list", async ({
    database,
    databaseUrl,
  }) => {
    await database.query(sql.type(z.object({}))`
      select import_bank_codes(
        'paystack', array_agg(c.provider_code), array_agg(b.name), array_agg(b.nip_code),
        jsonb_populate_record(null::acting, '{"actor":"Ada","reason":"test"}')
      )
      from bank_provider_codes c join banks b on b.code = c.bank_code
      where c.gateway = 'paystack' and c.bank_code <> '058'`);
    await database.query(sql.type(z.object({}))`
      delete from bank_provider_codes where bank_code = '057' and gateway = 'flutterwave'`);
    expect(await migrate(databaseUrl)).toEqual(["data/bank_provider_codes.csv"]);
    const codes = await database.anyFirst(sql.type(z.object({ gateway: z.string() }))`
      select gateway from bank_provider_codes where bank_code in ('057', '058') order by bank_code, gateway`);
    expect(codes).toEqual(["flutterwave", "monnify", "paystack", "flutterwave", "monnify"]);
  });

  test("apply a changed function again, and no other", async ({ database, databaseUrl }) => {
    const changed = "payouts/limits/payout_use_is_counted.sql";
    await database.query(sql.type(z.object({}))`${tamper(changed)}`);
    await database.query(sql.type(z.object({}))`drop function payout_use_is_counted`);
    expect(await pendingMigrations(database)).toEqual([]);
    const started: [string, number, number][] = [];
    const onFile = (...file: [string, number, number]) => void started.push(file);
    expect(await migrate(databaseUrl, { onFile })).toEqual([changed]);
    expect(started).toEqual([[changed, 1, 1]]);
    const isCounted = await database.oneFirst(sql.type(z.object({ is_counted: z.boolean() }))`
      select payout_use_is_counted(null) as is_counted`);
    expect(isCounted).toBe(true);
  });

  test("change a view that another view and a function are bound to", async ({ database, databaseUrl }) => {
    const open = sql.type(z.object({ definition: z.string() }))`
      select pg_get_viewdef('ledger_discrepancies'::regclass) as definition`;
    const definition = await database.oneFirst(open);
    // As an older version might have left it: a view that has a column more, and what reads it.
    await database.query(sql.type(z.object({}))`drop view ledger_discrepancies, ledger_balances`);
    await database.query(sql.type(z.object({}))`
      create view ledger_balances as
      select 'old' as old_name, id as account_id, merchant_id, environment, currency, kind, balance
      from ledger_accounts`);
    await database.query(sql.type(z.object({}))`
      create view ledger_discrepancies as
      select old_name as problem, kind as subject, balance::numeric as difference from ledger_balances`);
    await database.query(sql.type(z.object({}))`drop function delivery_slots cascade`);
    await database.query(sql.type(z.object({}))`
      create function delivery_slots(p_is_slow boolean) returns integer language sql stable
      return (select count(*) from ledger_balances where p_is_slow)`);
    await database.query(sql.type(z.object({}))`${tamper("ledger/ledger_balances.sql")}`);

    expect(await migrate(databaseUrl)).toEqual(["ledger/ledger_balances.sql"]);
    expect(await database.oneFirst(open)).toBe(definition);
    const slots = sql.type(z.object({ slots: z.number() }))`select delivery_slots(true) as slots`;
    expect(await database.oneFirst(slots)).toBe(1);
  });

  test("make a view again that a migration dropped, and refuse to drop what is not ours", async ({
    database,
    databaseUrl,
  }) => {
    await database.query(sql.type(z.object({}))`drop view open_suspense`);
    expect(await migrate(databaseUrl)).toEqual([]);
    await database.query(sql.type(z.object({}))`create schema reports`);
    await database.query(sql.type(z.object({}))`create view reports.suspense as select * from open_suspense`);
    expect(await migrate(databaseUrl)).toEqual([]);
    await database.query(sql.type(z.object({}))`${tamper("ledger/open_suspense.sql")}`);
    await expect(migrate(databaseUrl)).rejects.toThrow("view reports.suspense depends on view open_suspense");
  });

  test("can apply every function and view again while the others stand", async ({
    database,
    databaseUrl,
  }) => {
    const names = await database.anyFirst(sql.type(z.object({ name: z.string() }))`
      update applied_files set sha256 = 'another' where name not like 'migrations/%' returning name`);
    expect((await migrate(databaseUrl)).toSorted()).toEqual(names.toSorted());
  });
});

describe("a version", () => {
  test("is ahead of a database that lacks one of its files, and works with a newer one", async ({
    database,
  }) => {
    await database.query(sql.type(z.object({}))`
      insert into applied_files (name, sha256) values ('migrations/9999_of_the_next_version.sql', 'x')`);
    expect(await pendingMigrations(database)).toEqual([]);
    await database.query(sql.type(z.object({}))`
      delete from applied_files
      where name in ('queue/workers/record_heartbeat.sql', 'migrations/0017_sandbox.sql')`);
    expect(await pendingMigrations(database)).toEqual([
      "migrations/0017_sandbox.sql",
      "queue/workers/record_heartbeat.sql",
    ]);
  });
});

describe("in production", () => {
  test.for(["fsync", "full_page_writes", "synchronous_commit"])(
    "a database with %s off is refused by name",
    async (setting, { database, databaseUrl, skip }) => {
      const server = await database.oneFirst(sql.type(z.object({ setting: z.string() }))`
        select setting from pg_settings where name = ${setting}`);
      if (setting === "synchronous_commit") {
        const url = new URL(databaseUrl);
        url.searchParams.set("options", "-c synchronous_commit=off");
        const unsafe = await createDatabase({ url: url.href, maxPoolSize: 1, applicationName: "test" });
        await expect(refuseUnsafeDatabase(unsafe)).rejects.toThrow("synchronous_commit=off");
        await unsafe.end();
      } else if (server === "off") {
        await expect(refuseUnsafeDatabase(database)).rejects.toThrow(`${setting}=off`);
      } else {
        skip("this server is durable, and its settings are not a test's to change");
      }
    },
  );
});
