import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createDatabase, NoDatabaseConnection, type Database } from "../../sql/database.ts";
import { errorName } from "../../sql/errors.ts";
import { sql } from "../../sql/sql-tag.ts";
import { test } from "../helpers/test.ts";

const one = sql.type(z.object({ one: z.number() }))`select 1 as one`;
const sleep = (seconds: number) =>
  sql.type(z.object({ slept: z.unknown() }))`select pg_sleep(${seconds}) as slept`;

/** A network between us and PostgreSQL that can swallow everything, both ways. */
async function startBlackHole(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const { hostname } = url;
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  let swallows = false;
  const server = createServer((client) => {
    const upstream = connect(port, hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => void (swallows || to.write(data)));
      from.on("close", () => to.destroy());
      from.on("error", () => {});
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    url: url.href,
    swallow: (on: boolean) => void (swallows = on),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

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

  test("cancels a statement after five seconds", async ({ database }) => {
    expect(String(await failure(database.any(sleep(20))))).toMatch(/timeout/i);
    expect((await database.one(one)).one).toBe(1);
  });

  test("O01 gets all its connections back after a network that swallowed everything", async ({
    databaseUrl,
  }) => {
    const hole = await startBlackHole(databaseUrl);
    const database: Database = await createDatabase({
      url: hole.url,
      maxPoolSize: 3,
      applicationName: "test",
    });
    const burst = (n: number) => Promise.all(Array.from({ length: n }, () => failure(database.one(one))));
    expect(await burst(3)).toEqual([undefined, undefined, undefined]);

    hole.swallow(true);
    const lost = await burst(9);
    expect(lost.every((error) => error instanceof Error)).toBe(true);
    hole.swallow(false);

    await expect.poll(() => burst(9), { timeout: 15_000 }).toEqual(Array(9).fill(undefined));
    hole.stop();
    await database.end();
  });

  test("L08 tells int8 as bigint, unrounded, and refuses a row that does not fit its schema", async ({
    database,
  }) => {
    const kobo = sql.type(z.object({ kobo: z.bigint() }))`select 9007199254740993::bigint as kobo`;
    expect(await database.one(kobo)).toEqual({ kobo: 9007199254740993n });
    const wrong = sql.type(z.object({ kobo: z.number() }))`select 1::bigint as kobo`;
    await expect(database.one(wrong)).rejects.toThrow("do not conform with the schema");
  });
});
