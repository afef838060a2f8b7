import { describe, expect } from "vitest";
import { z } from "zod";
import { createDatabase, type Database } from "../../sql/process/database.ts";
import { DeadlinePassed, NoDatabaseConnection } from "../../sql/process/connections/connect-fairly.ts";
import { errorName } from "../../sql/process/errors.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createQueuePool } from "../../workers/queue/create-queue-pool.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { test } from "../helpers/test.ts";

const one = sql.type(z.object({ one: z.number() }))`select 1 as one`;
const sleep = (seconds: number) =>
  sql.type(z.object({ slept: z.unknown() }))`select pg_sleep(${seconds}) as slept`;

const failure = (query: Promise<unknown>) =>
  query.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("the connection pool", () => {
  test("refuses, within two seconds and without sending it, a query for which no connection is free", async ({
    databaseUrl,
  }) => {
    const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "test" });
    const busy = database.any(sleep(4));
    const refused = await failure(database.query(sql.type(z.object({}))`create table was_sent ()`));
    expect(refused).toBeInstanceOf(NoDatabaseConnection);
    expect(errorName(refused)).toBe("database_unavailable");
    await busy;
    const sent = await database.oneFirst(sql.type(z.object({ sent: z.boolean() }))`
      select to_regclass('was_sent') is not null as sent`);
    expect(sent).toBe(false);
    await database.end();
  });

  test("never sends a write whose caller was told at its deadline that it failed, wherever it waited", async ({
    databaseUrl,
  }) => {
    const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "test" });
    const user = (owner: string, ms: number) => ({ owner, group: owner, deadline: performance.now() + ms });
    const write = sql.type(z.object({}))`create table was_sent ()`;
    const held = [
      // Its query waits for a connection, then for its turn.
      () => database.any(sleep(1)),
      () => database.for(user("another", 60_000)).any(sleep(1)),
    ];
    for (const hold of held) {
      const busy = hold();
      const told = await failure(database.for(user("merchant", 200)).query(write));
      expect(told).toBeInstanceOf(NoDatabaseConnection);
      expect(database.use().inUse).toBe(1);
      await busy;
    }
    const over = await failure(database.for(user("merchant", -1)).query(write));
    expect(over).toBeInstanceOf(NoDatabaseConnection);
    const sent = await database.for(user("merchant", 60_000)).oneFirst(
      sql.type(z.object({ sent: z.boolean() }))`
        select to_regclass('was_sent') is not null as sent`,
    );
    expect(sent).toBe(false);
    await database.end();
  });

  test("commits nothing of a transaction whose caller was told that its time is over", async ({
    databaseUrl,
  }) => {
    const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "test" });
    const user = { owner: "merchant", group: "test" };
    const told = await failure(
      database.for({ ...user, deadline: performance.now() + 500 }).transaction(async (transaction) => {
        await transaction.query(sql.type(z.object({}))`create table was_committed ()`);
        await transaction.query(sleep(1));
      }),
    );
    expect(told).toBeInstanceOf(DeadlinePassed);
    // Waits for the only connection, so for the end of that transaction.
    const committed = await database.oneFirst(sql.type(z.object({ committed: z.boolean() }))`
      select to_regclass('was_committed') is not null as committed`);
    expect(committed).toBe(false);
    await database.end();
  });

  test("cancels a statement after five seconds", async ({ databaseUrl }) => {
    const database = await createDatabase({ url: databaseUrl, maxPoolSize: 1, applicationName: "test" });
    expect(String(await failure(database.any(sleep(20))))).toMatch(/timeout/i);
    expect((await database.one(one)).one).toBe(1);
    await database.end();
  });

  test("compiles no plan, which would take longer than what it is for", async ({ databaseUrl }) => {
    const jit = sql.type(z.object({ jit: z.string() }))`select current_setting('jit') as jit`;
    for (const isReadOnly of [false, true]) {
      const options = { url: databaseUrl, maxPoolSize: 1, applicationName: "test", isReadOnly };
      const database = await createDatabase(options);
      expect(await database.one(jit)).toEqual({ jit: "off" });
      await database.end();
    }
    const pool = createQueuePool(databaseUrl, 1, () => {});
    expect((await pool.query("select current_setting('jit') as jit")).rows).toEqual([{ jit: "off" }]);
    await pool.end();
  });

  test("recovers all its connections after a network that dropped everything", async ({ databaseUrl }) => {
    await using network = await startProxy(databaseUrl);
    const database: Database = await createDatabase({
      url: network.url,
      maxPoolSize: 3,
      applicationName: "test",
    });
    const burst = (n: number) => Promise.all(Array.from({ length: n }, () => failure(database.one(one))));
    expect(await burst(3)).toEqual([undefined, undefined, undefined]);

    network.mode("swallow");
    const lost = await burst(9);
    expect(lost.every((error) => error instanceof Error)).toBe(true);
    network.mode("pass");

    await expect.poll(() => burst(9)).toEqual(Array(9).fill(undefined));
    await database.end();
  });

  test("connects for the first query, not for itself", async ({ databaseUrl }) => {
    let connections = 0;
    await using network = await startProxy(databaseUrl, () => {
      connections += 1;
      return () => {};
    });
    const database = await createDatabase({ url: network.url, maxPoolSize: 3, applicationName: "test" });
    expect(connections).toBe(0);
    await database.one(one);
    expect(connections).toBe(1);
    await database.end();
  });

  test("says why it cannot connect, and sends nothing more on a connection that was ended", async ({
    database,
    databaseUrl,
  }) => {
    const url = new URL(databaseUrl);
    url.pathname = "/none";
    const wrong = await createDatabase({ url: url.href, maxPoolSize: 1, applicationName: "test" });
    await expect(wrong.connect()).rejects.toMatchObject({ code: "3D000" });
    await wrong.end();

    const end = sql.type(z.object({}))`select pg_terminate_backend(pg_backend_pid())`;
    const ended = database.transaction(async (transaction) => {
      await transaction.query(end).catch(() => {});
      await transaction.one(one);
    });
    await expect(ended).rejects.toThrow("Backend has been terminated");
    expect((await database.one(one)).one).toBe(1);
  });

  test("returns arrays and times as JavaScript has them", async ({ database }) => {
    const row = sql.type(
      z.object({ ids: z.array(z.bigint().nullable()), at: z.date(), times: z.array(z.date()) }),
    )`
      select array[9007199254740993, null]::int8[] as ids, to_timestamp(1) as at, array[to_timestamp(2)] as times`;
    expect(await database.one(row)).toEqual({
      ids: [9007199254740993n, null],
      at: new Date(1_000),
      times: [new Date(2_000)],
    });
  });

  test("returns int8 as bigint, unrounded, and refuses a row that does not match its schema", async ({
    database,
  }) => {
    const kobo = sql.type(z.object({ kobo: z.bigint() }))`select 9007199254740993::bigint as kobo`;
    expect(await database.one(kobo)).toEqual({ kobo: 9007199254740993n });
    const wrong = sql.type(z.object({ kobo: z.number() }))`select 1::bigint as kobo`;
    await expect(database.one(wrong)).rejects.toThrow("do not conform with the schema");
  });
});
