import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { recordAttempts } from "../../sql/webhooks/deliveries/deliveries.ts";
import { findRequests, keepRequests } from "../../sql/requests/request-log.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { purgeExpiredRows } from "../../sql/queue/workers/workers.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { test } from "../helpers/test.ts";

const nothing = z.object({});

/** Lets migrations and functions be applied again. */
const forget = (database: Database, names: string[]) =>
  database.query(sql.type(nothing)`
    delete from applied_files where name = any (${sql.array(names, "text")})`);

const isPartition = (database: Database, name: string) =>
  database.maybeOneFirst(sql.type(z.object({ is: z.boolean() }))`
    select relispartition as is from pg_class where oid = to_regclass(${name})`);

/** As a migration leaves it that ended after its transaction: what there was before is no partition yet. */
async function interrupt(database: Database, table: string): Promise<void> {
  const before = sql.identifier([`${table}_before`]);
  const end = await database.oneFirst(sql.type(z.object({ end: z.string() }))`
    select ends::text as end from partitions_of(${table}) where name = ${`${table}_before`}`);
  await database.query(sql.type(nothing)`
    alter table ${sql.identifier([table])} detach partition ${before}`);
  await database.query(sql.type(nothing)`
    alter table ${before} add constraint ${sql.identifier([`${table}_is_from_before`])}
    check (inserted_at < ${sql.literalValue(end)}) not valid`);
}

describe("a log of requests that has no partitions yet", () => {
  /** As the version before left it. */
  async function leaveOld(database: Database, count: number): Promise<Tenant> {
    const { tenant } = await createMember(database);
    await forget(database, [
      "migrations/0620_partition_the_request_log.sql",
      "migrations/0671_keep_ignored_fields_of_requests.sql",
      "requests/logged_request_json.sql",
    ]);
    await database.query(sql.type(nothing)`drop table request_log, partition_upkeep cascade`);
    await database.query(sql.type(nothing)`
      create table request_log (
        id bigint generated always as identity primary key, created_at timestamptz not null,
        merchant_id bigint not null, kind_id integer not null, duration_ms integer not null,
        environment text not null, request_id text not null, caller text not null
      )`);
    for (const [name, column] of [
      ["request_log_by_time", sql.fragment``],
      ["request_log_by_kind", sql.fragment`kind_id, `],
      ["request_log_by_request", sql.fragment`request_id, `],
    ] as const)
      await database.query(sql.type(nothing)`
        create index ${sql.identifier([name])} on request_log (
          merchant_id, environment, ${column}created_at desc, id desc
        )`);
    await database.query(sql.type(nothing)`
      create function logged_request_json(p_request request_log) returns json language sql stable
      return json_build_object('requestId', p_request.request_id)`);
    // What writes is of this version, and knows a column that was not there yet.
    await database.query(sql.type(nothing)`alter table request_log add column ignored_fields text`);
    for (let n = 0; n < count; n += 1) await write(database, tenant, n);
    await database.query(sql.type(nothing)`alter table request_log drop column ignored_fields`);
    return tenant;
  }

  const write = (database: Database, { merchantId, environment }: Tenant, n: number) =>
    keepRequests(database, [
      {
        ...{ merchantId, environment, caller: "key_00000000000000000000000000", address: "127.0.0.1" },
        ...{ requestId: `request-${n}`, method: "GET", path: "/v1/balances", status: 200 },
        ...{ errorCode: undefined, arrivedAt: Date.now(), durationMs: 3 },
      },
    ]);

  const shown = async (database: Database, tenant: Tenant) =>
    (await findRequests(database, tenant, { limit: 100, after: null })).items.map(
      ({ requestId }) => requestId,
    );

  test("keeps what it has, which goes 30 days after it arrived, and then its partition", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await leaveOld(database, 3);
    const indexes = () =>
      database.anyFirst(sql.type(z.object({ oid: z.string() }))`
        select indexrelid::text as oid from pg_index
        where indrelid = coalesce(to_regclass('request_log_before'), to_regclass('request_log')) order by 1`);
    const built = await indexes();
    expect(await migrate(databaseUrl)).toContain("migrations/0620_partition_the_request_log.sql");
    expect(await isPartition(database, "request_log_before")).toBe(true);
    // Nothing was copied, and no index built again.
    expect(await indexes()).toEqual(built);
    await write(database, tenant, 3);
    expect(await shown(database, tenant)).toEqual(["request-3", "request-2", "request-1", "request-0"]);

    await database.query(sql.type(nothing)`
      update request_log set created_at = now() - interval '30 days 1 second'
      where request_id in ('request-0', 'request-1')`);
    expect(await purgeExpiredRows(database, "request_log")).toBe(2);
    expect(await shown(database, tenant)).toEqual(["request-3", "request-2"]);
    expect(await migrate(databaseUrl)).toEqual([]);
  });

  test("of which nothing is left needs no partition for it", async ({ database, databaseUrl }) => {
    await leaveOld(database, 0);
    await migrate(databaseUrl);
    expect(await isPartition(database, "request_log_before")).toBe(null);
  });

  test("has what it had again once an interrupted migration is called again, and forgets it in time till then", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await leaveOld(database, 3);
    await migrate(databaseUrl);
    await interrupt(database, "request_log");
    await write(database, tenant, 3);
    expect(await shown(database, tenant)).toEqual(["request-3"]);
    await database.query(sql.type(nothing)`
      update request_log_before set created_at = now() - interval '30 days 1 second' where id = 1`);
    expect(await purgeExpiredRows(database, "request_log")).toBe(1);

    // It gives way to whoever reads what is to be attached, and tries again.
    const reader = new pg.Client({ connectionString: databaseUrl });
    await reader.connect();
    await reader.query("begin; lock table request_log_before in access share mode");
    const migrating = migrate(databaseUrl);
    await eventually(async () => {
      const { rowCount } = await reader.query(
        "select from pg_locks where relation = 'request_log_before'::regclass and not granted",
      );
      expect(rowCount).toBe(1);
    });
    await reader.query("commit");
    await reader.end();
    expect(await migrating).toEqual([]);
    expect(await isPartition(database, "request_log_before")).toBe(true);
    expect(await shown(database, tenant)).toEqual(["request-3", "request-2", "request-1"]);
  });
});

describe("attempts that have no partitions yet", () => {
  /** As the version before left them: three attempts of an event. */
  async function leaveOld(database: Database): Promise<bigint> {
    const { tenant } = await createMember(database);
    await forget(database, [
      "migrations/0621_partition_webhook_attempts.sql",
      "migrations/0674_know_which_responses_were_cut.sql",
      ...["webhook_attempt_json", "webhook_attempt_with_bodies_json", "webhook_attempt_members"].map(
        (name) => `webhooks/deliveries/${name}.sql`,
      ),
    ]);
    await database.query(sql.type(nothing)`drop table webhook_attempts cascade`);
    await database.query(sql.type(nothing)`
      create table webhook_attempts (
        event_id bigint not null references events, number integer not null, url text not null,
        request_headers json not null, response_status integer, response_body text, duration_ms integer not null,
        error text, sent_at timestamptz default now() not null, inserted_at timestamptz default now() not null,
        primary key (event_id, number)
      )`);
    await database.query(sql.type(nothing)`
      create index webhook_attempts_by_insertion on webhook_attempts (inserted_at)`);
    const eventId = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      select emit_event(${tenant.merchantId}, 'test', 'webhook.test', '{}') as id`);
    // What records is of this version, and knows a column that was not there yet.
    await database.query(sql.type(nothing)`alter table webhook_attempts add column response_cut boolean`);
    for (let n = 0; n < 3; n += 1) await attempt(database, eventId);
    await database.query(sql.type(nothing)`alter table webhook_attempts drop column response_cut`);
    return eventId;
  }

  const attempt = (database: Database, eventId: bigint) =>
    recordAttempts(
      database,
      [
        {
          ...{ eventId, fence: -1n, takes: 0 },
          attempt: { url: "https://example.com/", requestHeaders: {}, responseStatus: 200, durationMs: 3 },
        },
      ],
      { workerId: 1n, isSlow: false },
      true,
    );

  const shown = (database: Database, eventId: bigint) =>
    database.anyFirst(sql.type(z.object({ number: z.int() }))`
      select (a ->> 'number')::integer as number
      from events e cross join lateral json_array_elements(event_with_attempts_json(e) -> 'attempts') a
      where e.id = ${eventId}`);

  test("are kept, with their numbers and their terms, and let their event go with them", async ({
    database,
    databaseUrl,
  }) => {
    const eventId = await leaveOld(database);
    const of = (kind: string) =>
      database.anyFirst(sql.type(z.object({ oid: z.string() }))`
        select coalesce(i.indexrelid, c.oid)::text as oid
        from (select coalesce(to_regclass('webhook_attempts_before'), to_regclass('webhook_attempts')) as oid) t
        left join pg_index i on i.indrelid = t.oid and ${kind} = 'index'
        left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and ${kind} = 'key'
        where coalesce(i.indexrelid, c.oid) is not null order by 1`);
    const built = await of("index");
    expect((await of("key")).length).toBe(1);
    expect(await migrate(databaseUrl)).toContain("migrations/0621_partition_webhook_attempts.sql");
    expect(await isPartition(database, "webhook_attempts_before")).toBe(true);
    expect([await of("index"), await of("key")]).toEqual([built, []]);
    await attempt(database, eventId);
    expect(await shown(database, eventId)).toEqual([4, 3, 2, 1]);

    await database.query(sql.type(nothing)`
      update webhook_attempts_before set inserted_at = now() - interval '30 days 1 second' where number <= 2`);
    expect(await purgeExpiredRows(database, "webhook_attempts")).toBe(2);
    expect(await shown(database, eventId)).toEqual([4, 3]);
    expect(await migrate(databaseUrl)).toEqual([]);

    await database.query(sql.type(nothing)`
      update events set inserted_at = now() - interval '180 days 1 second' where id = ${eventId}`);
    expect(await purgeExpiredRows(database, "events")).toBe(1);
    const left = await database.anyFirst(sql.type(z.object({ number: z.int() }))`
      select number from webhook_attempts`);
    expect(left).toEqual([]);
  });

  test("are shown again once an interrupted migration is called again", async ({ database, databaseUrl }) => {
    const eventId = await leaveOld(database);
    await migrate(databaseUrl);
    await interrupt(database, "webhook_attempts");
    await attempt(database, eventId);
    expect(await shown(database, eventId)).toEqual([4]);
    expect(await migrate(databaseUrl)).toEqual([]);
    expect(await shown(database, eventId)).toEqual([4, 3, 2, 1]);
  });
});
