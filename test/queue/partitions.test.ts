import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { recordAttempts } from "../../sql/webhooks/deliveries/deliveries.ts";
import { findRequests, keepRequests } from "../../sql/requests/request-log.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { purgeExpiredRows } from "../../sql/retention/retention.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { test } from "../helpers/test.ts";

const nothing = z.object({});
const YEAR_MS = 365 * 86_400_000;

type Partitioned = {
  table: string;
  /** Writes one row, as the service does, and `offsetMs` from now where the service says when something happened. */
  write: (database: Connection, tenant: Tenant, offsetMs?: number) => Promise<unknown>;
  /** How many rows the service shows of the tenant. */
  shown: (database: Connection, tenant: Tenant) => Promise<number>;
};

const partitioned: Partitioned[] = [
  {
    table: "request_log",
    write: (database, { merchantId, environment }, offsetMs = 0) =>
      keepRequests(database, {
        requests: [
          {
            merchantId,
            environment,
            caller: "key_00000000000000000000000000",
            address: "127.0.0.1",
            requestId: "request",
            method: "GET",
            path: "/v1/balances",
            status: 200,
            errorCode: undefined,
            arrivedAt: Date.now() + offsetMs,
            durationMs: 3,
          },
        ],
      }),
    shown: async (database, tenant) =>
      (await findRequests(database, tenant, { limit: 100, after: null })).items.length,
  },
  {
    table: "webhook_attempts",
    // By a worker whose claim was taken over: it only records what it sent. When, says the merchant's clock.
    write: async (database, { merchantId, environment }) => {
      const eventId = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
        select emit_event(${merchantId}, ${environment}, 'webhook.test', '{}') as id`);
      const attempt = { url: "https://example.com/", requestHeaders: {}, status: 200, durationMs: 3 };
      await recordAttempts(
        database,
        [{ merchantId, environment, eventId, fence: -1n, attempt, takes: 0 }],
        { workerId: 1n, isSlow: false },
        true,
      );
    },
    shown: async (database) =>
      Number(
        await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
          select count(*)
          from events e cross join lateral json_array_elements(event_with_attempts_json(e) -> 'attempts')`),
      ),
  },
];

const partition = z.object({
  name: z.string(),
  starts: z.number().nullable(),
  ends: z.number().nullable(),
  is_default: z.boolean(),
  rows: z.bigint(),
});

/** The partitions of a table with their rows, by their time; that of the default last. Times are milliseconds. */
async function partitionsOf(database: Connection, table: string) {
  return database.any(sql.type(partition)`
    select name, extract(epoch from starts)::float8 * 1000 as starts, extract(epoch from ends)::float8 * 1000 as ends,
      is_default, (
        xpath('//c/text()', query_to_xml(format('select count(*) as c from %I', name), false, true, ''))
      )[1]::text::bigint as rows
    from partitions_of(${table}) order by ends, is_default`);
}

const rowsOf = async (database: Connection, table: string) =>
  Object.fromEntries(
    (await partitionsOf(database, table))
      .filter(({ rows }) => rows > 0n)
      .map((p) => [p.name, Number(p.rows)]),
  );

/** The partition that takes what is written now. */
async function presentOf(database: Connection, table: string): Promise<string> {
  return database.oneFirst(sql.type(z.object({ name: z.string() }))`
    select name from partitions_of(${table}) where starts <= now() and ends > now()`);
}

/** Adds a partition of ten minutes that ended so long ago. */
async function addOld(database: Connection, table: string, name: string, ended: string): Promise<void> {
  const bounds = await database.one(sql.type(z.object({ from: z.string(), to: z.string() }))`
    select (now() - ${ended}::interval - interval '10 minutes')::text as from,
      (now() - ${ended}::interval)::text as to`);
  await database.query(sql.type(nothing)`
    create table ${sql.identifier([name])} (
      like ${sql.identifier([`${table}_default`])} including defaults including indexes
    )`);
  await database.query(sql.type(nothing)`
    alter table ${sql.identifier([table])} attach partition ${sql.identifier([name])}
    for values from (${sql.literalValue(bounds.from)}) to (${sql.literalValue(bounds.to)})`);
}

/** Purges as a worker does, as if the last attempt to make or drop partitions were a minute ago. */
async function purge(database: Connection, table: string): Promise<number> {
  await database.query(sql.type(nothing)`
    update partition_upkeep set tried_at = now() - interval '1 minute 1 second'`);
  return purgeExpiredRows(database, { kind: `${table}_default` });
}

const names = async (database: Connection, table: string) =>
  (await partitionsOf(database, table)).map(({ name }) => name);

/** Purges until it is so: an attempt gives way to whoever has a lock for a tenth of a second. */
const purgeUntil = (
  database: Connection,
  table: string,
  assertion: (left: string[]) => Promise<void> | void,
) =>
  eventually(async () => {
    await purge(database, table);
    await assertion(await names(database, table));
  });

const purgeUntilGone = (database: Connection, table: string, name: string) =>
  purgeUntil(database, table, (left) => expect(left).not.toContain(name));

describe.for(partitioned)("the partitions of $table", ({ table, write, shown }) => {
  test("follow each other without a gap, two weeks ahead, and begin again where some are missing", async ({
    database,
  }) => {
    const weeks = async () =>
      (await partitionsOf(database, table)).flatMap(({ starts, ends }) =>
        starts === null ? [] : [{ starts, ends: ends! }],
      );
    const made = await weeks();
    expect(made.length).toBeGreaterThanOrEqual(3);
    for (const [n, { starts }] of made.entries()) if (n > 0) expect(starts).toBe(made[n - 1]!.ends);
    for (const { ends } of made) expect((ends / 86_400_000) % 7).toBe(4); // A Monday, in UTC.
    expect(made[0]!.starts).toBeLessThanOrEqual(Date.now());
    expect(made.at(-1)!.ends).toBeGreaterThan(Date.now() + 14 * 86_400_000);

    const last = (await names(database, table)).at(-2)!;
    await database.query(sql.type(nothing)`drop table ${sql.identifier([last])}`);
    expect((await weeks()).length).toBe(made.length - 1);
    // Once a minute at most, however often and by however many it is called.
    await database.query(sql.type(nothing)`update partition_upkeep set tried_at = now()`);
    await Promise.all(
      Array.from({ length: 8 }, () => purgeExpiredRows(database, { kind: `${table}_default` })),
    );
    expect((await weeks()).length).toBe(made.length - 1);
    await purgeUntil(database, table, async () => expect(await weeks()).toEqual(made));
  });

  test("take what is written now, whatever the row or a test clock says of the time", async ({
    database,
  }) => {
    const { tenant } = await createMember(database);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 3 * 365 * 24 * 60 });
    for (const offset of [0, 3 * YEAR_MS, -3 * YEAR_MS]) await write(database, tenant, offset);
    const present = await presentOf(database, table);
    expect(await rowsOf(database, table)).toEqual({ [present]: 3 });
    await purge(database, table);
    expect(await rowsOf(database, table)).toEqual({ [present]: 3 });
  });

  test("go when the last of their rows has been kept for its term, and not before", async ({ database }) => {
    const { tenant } = await createMember(database);
    await write(database, tenant);
    await addOld(database, table, "over", "30 days 10 minutes");
    await addOld(database, table, "nearly", "29 days 23 hours 58 minutes");
    // What the second one has was written longer than the term ago, but for what came last.
    await database.query(sql.type(nothing)`
      update ${sql.identifier([table])} set inserted_at = now() - interval '30 days 5 minutes'`);
    expect(await rowsOf(database, table)).toEqual({ nearly: 1 });
    await purgeUntilGone(database, table, "over");
    expect(await names(database, table)).toContain("nearly");
    expect(await shown(database, tenant)).toBe(1);
  });

  test("that are missing lose nothing: the default one takes the rows, and keeps them for their term", async ({
    database,
  }) => {
    const { tenant } = await createMember(database);
    for (const { name, is_default } of await partitionsOf(database, table))
      if (!is_default) await database.query(sql.type(nothing)`drop table ${sql.identifier([name])}`);
    await write(database, tenant);
    await write(database, tenant);
    expect(await rowsOf(database, table)).toEqual({ [`${table}_default`]: 2 });
    expect(await shown(database, tenant)).toBe(2);

    // They stay there, the rest of this week comes to them, and from the next one on there are partitions again.
    await purge(database, table);
    const [next] = await partitionsOf(database, table);
    expect(next!.starts).toBeGreaterThan(Date.now());
    await write(database, tenant);
    expect(await rowsOf(database, table)).toEqual({ [`${table}_default`]: 3 });
    expect(await shown(database, tenant)).toBe(3);

    const age = (interval: string) =>
      database.query(sql.type(nothing)`
      update ${sql.identifier([`${table}_default`])} set inserted_at = now() - ${interval}::interval`);
    await age("29 days 23 hours");
    expect(await purge(database, table)).toBe(0);
    await age("30 days 1 second");
    expect(await purge(database, table)).toBe(3);
    expect(await shown(database, tenant)).toBe(0);
  });

  test("are made and dropped once by eight processes at a time, while rows are written", async ({
    database,
  }) => {
    const { tenant } = await createMember(database);
    const before = await names(database, table);
    for (let n = 1; n <= 5; n += 1) {
      await addOld(database, table, `old_${n}`, `${29 + n} days 1 second`);
    }
    for (const name of before.slice(-3, -1))
      await database.query(sql.type(nothing)`drop table ${sql.identifier([name])}`);
    await database.query(sql.type(nothing)`update partition_upkeep set tried_at = now() - interval '1 hour'`);
    const purges = Array.from({ length: 8 }, () => purgeExpiredRows(database, { kind: `${table}_default` }));
    const writes = Array.from({ length: 20 }, () => write(database, tenant));
    await Promise.all([...purges, ...writes]);
    // What had to give way to the writers is done now.
    await purgeUntil(database, table, (left) => expect(left).toEqual(before));
    expect(await shown(database, tenant)).toBe(20);
  });

  test.for([
    ["of the whole table", (of: string) => `select count(*) from ${of}`],
    ["of other partitions", (of: string) => `lock table only ${of} in access share mode`],
  ] as const)(
    "are not dropped while a reader %s holds its lock, and nobody waits for that",
    async ([, statement], { database, databaseUrl }) => {
      const { tenant } = await createMember(database);
      await addOld(database, table, "over", "31 days");
      const clients = Array.from({ length: 2 }, () => new pg.Client({ connectionString: databaseUrl }));
      const [reader, worker] = clients as [pg.Client, pg.Client];
      try {
        for (const client of clients) {
          await client.connect();
          // No limit but that of the function itself.
          await client.query("set lock_timeout = 0; set statement_timeout = 0");
        }
        await reader.query("begin");
        await reader.query(statement(table));
        await worker.query("update partition_upkeep set tried_at = now() - interval '1 hour'");
        const { rows } = await worker.query("select purge_expired_rows($1 || '_default', 1000) as purged", [
          table,
        ]);
        expect(rows).toEqual([{ purged: 0 }]);
        expect(await names(database, table)).toContain("over");
        // Both while the reader goes on, which ends only below.
        await write(database, tenant);
        await purge(database, table);
        expect(await shown(database, tenant)).toBe(1);
        expect(await names(database, table)).toContain("over");

        await reader.query("commit");
        await purge(database, table);
        expect(await names(database, table)).not.toContain("over");
        expect(await shown(database, tenant)).toBe(1);
      } finally {
        for (const client of clients) await client.end();
      }
    },
  );

  test("are made and dropped while money moves, which nobody waits for", async ({
    database,
    databaseUrl,
  }) => {
    await addOld(database, table, "over", "31 days");
    const [last] = (await names(database, table)).slice(-2);
    await database.query(sql.type(nothing)`drop table ${sql.identifier([last!])}`);
    const payout = new pg.Client({ connectionString: databaseUrl });
    await payout.connect();
    await payout.query(
      "begin; lock table events, event_bodies, payouts, ledger_entries in row exclusive mode",
    );
    try {
      await purgeUntil(database, table, (left) => {
        expect(left).not.toContain("over");
        expect(left).toContain(last);
      });
    } finally {
      await payout.end();
    }
  });

  test("are not the workers' to make or drop by themselves, nor anybody's to read past the table", async ({
    database,
    databaseUrl,
  }) => {
    const present = await presentOf(database, table);
    const refused = [
      `drop table ${present}`,
      `drop table ${table}_default`,
      `alter table ${table} detach partition ${present}`,
      `create table mine partition of ${table} for values from ('1999-01-01') to ('1999-01-02')`,
      `select keep_partitions('${table}')`,
      `select from ${present}`,
      `delete from ${present}`,
      "delete from partition_upkeep",
    ];
    for (const role of ["workers", "ingress", "operator"] as const) {
      const client = new pg.Client({ connectionString: roleUrl(databaseUrl, role) });
      await client.connect();
      for (const statement of refused) {
        const error = await client.query(statement).then(
          () => "done",
          ({ code }: pg.DatabaseError) => code,
        );
        expect([role, statement, error]).toEqual([role, statement, "42501"]);
      }
      await client.end();
    }
    const workers = new pg.Client({ connectionString: roleUrl(databaseUrl, "workers") });
    await workers.connect();
    await addOld(database, table, "over", "31 days");
    await eventually(async () => {
      await database.query(sql.type(nothing)`
        update partition_upkeep set tried_at = now() - interval '1 hour'`);
      await workers.query("select purge_expired_rows($1 || '_default', 1000)", [table]);
      expect(await names(database, table)).not.toContain("over");
    });
    await workers.end();
  });
});
