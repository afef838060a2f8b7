import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { refuseUnsafeDatabase } from "../../sql/process/connections/refuse-unsafe-database.ts";
import { queues } from "../../sql/queue/jobs.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { pendingMigrations } from "../../sql/install/pending-migrations.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { eventually } from "../helpers/eventually.ts";
import { test } from "../helpers/test.ts";

const tamper = (name: string) =>
  sql.fragment`update applied_files set sha256 = 'another' where name = ${name}`;

/** The statements that wait for a lock of a table or a row. */
function waitForLock(database: Database): Promise<readonly string[]> {
  return database.anyFirst(sql.type(z.object({ query: z.string() }))`
    select trim(query) as query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
}

describe("migrations", () => {
  test("are applied once by several processes that start at once", async ({ database, databaseUrl }) => {
    for (const schema of ["public", ...queues.map(({ name }) => name)])
      await database.query(sql.type(z.object({}))`drop schema ${sql.identifier([schema])} cascade`);
    await database.query(sql.type(z.object({}))`create schema public`);
    expect(await pendingMigrations(database)).toContain("migrations/0001_create_merchants_and_api_keys.sql");

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

  test("refuse, by name, an applied file that was edited", async ({ database, databaseUrl }) => {
    await database.query(sql.type(z.object({}))`${tamper("migrations/0002_create_ledger_and_fees.sql")}`);
    await expect(migrate(databaseUrl)).rejects.toThrow(
      "migrations/0002_create_ledger_and_fees.sql was edited",
    );
  });

  test("refuse, by name, an applied file that is gone", async ({ database, databaseUrl }) => {
    await database.query(sql.type(z.object({}))`
      insert into applied_files (name, sha256) values ('migrations/9999_lost.sql', 'x')`);
    await expect(migrate(databaseUrl)).rejects.toThrow(
      "migrations/9999_lost.sql was applied, but the file is gone",
    );
  });

  test("wait behind a slow transaction for moments, between which traffic goes on", async ({
    database,
    databaseUrl,
  }) => {
    await database.query(sql.type(z.object({}))`
      delete from applied_files
      where name in (
        'migrations/0006_create_checkout_sessions.sql', 'checkout/checkout_session_json.sql'
      )`);
    await database.query(sql.type(z.object({}))`drop table checkout_sessions cascade`);
    const slow = new pg.Client({ connectionString: databaseUrl });
    await slow.connect();
    await slow.query("begin; lock table payment_links in row exclusive mode");
    let [hasMigrated, written] = [false, 0];
    const migrating = migrate(databaseUrl).finally(() => (hasMigrated = true));
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
    expect(await migrating).toEqual([
      "migrations/0006_create_checkout_sessions.sql",
      // Its parameter was a row of the table.
      "checkout/checkout_session_json.sql",
    ]);
  });

  test("apply a changed function again, and no other", async ({ database, databaseUrl }) => {
    await database.query(sql.type(z.object({}))`${tamper("ledger/service_fee.sql")}`);
    await database.query(sql.type(z.object({}))`drop function service_fee`);
    expect(await pendingMigrations(database)).toEqual([]);
    const started: [string, number, number][] = [];
    const onFile = (...file: [string, number, number]) => void started.push(file);
    expect(await migrate(databaseUrl, { onFile })).toEqual(["ledger/service_fee.sql"]);
    expect(started).toEqual([["ledger/service_fee.sql", 1, 1]]);
    const fee = await database.oneFirst(
      sql.type(z.object({ fee: z.bigint() }))`select service_fee('payout', 'live', 100) as fee`,
    );
    expect(fee).toBe(1000n);
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

  test("refuse a database of version 0.1 that is not at its last migration", async ({
    database,
    databaseUrl,
  }) => {
    await database.query(sql.type(z.object({}))`
      insert into applied_files (name, sha256) values ('migrations/0001_create_merchants.sql', 'x')`);
    await expect(migrate(databaseUrl)).rejects.toThrow(
      'lacks migrations/0031_check_merchant_origins.sql: run "npm run migrate" of version 0.1 first',
    );
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
      where name in ('queue/workers/record_heartbeat.sql', 'migrations/0011_create_sandbox.sql')`);
    expect(await pendingMigrations(database)).toEqual([
      "migrations/0011_create_sandbox.sql",
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
