import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { recoverEvents, replayEvent } from "../../sql/webhooks/events/events.ts";
import { findPage } from "../../sql/process/pages.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimDelivery, recordAttempt } from "../helpers/worker-steps.ts";

const url = "https://example.com/hooks";
const longAgo = "2026-01-01T00:00:00.000Z";
const noRow = sql.type(z.object({}));

const enable = (database: Database, tenant: Tenant) =>
  setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});

async function createReceiver(database: Database): Promise<Tenant> {
  const tenant = await createFundedMerchant(database);
  await enable(database, tenant);
  return tenant;
}

const emit = (database: Pick<Database, "anyFirst">, { merchantId, environment }: Tenant, count: number) =>
  database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select emit_event(${merchantId}, ${environment}, 'webhook.test', '{}') as id
    from generate_series(1, ${count})`);

/** Claims the event as a worker of its own, and lets the receiver respond with a status. */
async function respond(database: Database, id: bigint, status: number) {
  const { workerId } = await registerWorker(database);
  const { fence } = (await claimDelivery(database, id, workerId, false))!;
  return recordAttempt(database, id, fence, { url, requestHeaders: {}, status, durationMs: 10 });
}

/** The versions of the events' rows: PostgreSQL gives a row another one whenever it is written. */
const versions = (database: Database) =>
  database.any(sql.type(z.object({ id: z.bigint(), version: z.string() }))`
    select id, xmin::text as version from events order by id`);

const deliveries = (database: Database) =>
  database.any(
    sql.type(z.object({ status: z.string(), nextAttemptAt: z.string().nullable() }))`
    select delivery_json(e) ->> 'status' as status, delivery_json(e) ->> 'nextAttemptAt' as "nextAttemptAt"
    from events e order by id`,
  );

const jobs = (database: Database) =>
  database.anyFirst(sql.type(z.object({ key: z.string() }))`
    select key from queued_jobs where key like 'deliver%' order by id`);

describe("an endpoint's held events", () => {
  test("are not written when it is disabled nor when it is enabled: only its own row is", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 50);
    const [first, ...others] = await versions(database);
    expect(await respond(database, ids[0]!, 410)).toMatchObject({ status: "held" });
    expect((await versions(database)).slice(1)).toEqual(others);
    expect(await deliveries(database)).toEqual(ids.map(() => ({ status: "held", nextAttemptAt: null })));

    const before = await versions(database);
    expect(before[0]).not.toEqual(first);
    await enable(database, tenant);
    expect(await versions(database)).toEqual(before);
    expect(await deliveries(database)).toEqual(
      ids.map(() => ({ status: "pending", nextAttemptAt: expect.any(String) })),
    );
    await reconcile(database, { environment: "test" });
    expect(await versions(database)).toEqual(before);
  });

  test("are due at once when it is enabled, with all their attempts, although a retry was hours away", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 2);
    await database.query(noRow`update events set retries = 8 where id = ${ids[0]!}`);
    expect(await respond(database, ids[0]!, 500)).toMatchObject({ status: "pending" });
    await respond(database, ids[1]!, 410);
    await database.query(noRow`delete from queue_test_webhooks._private_jobs`);
    await enable(database, tenant);
    expect((await jobs(database)).toSorted()).toEqual(ids.map((id) => `deliver_webhook:${id}`));
    expect(await respond(database, ids[0]!, 500)).toMatchObject({ status: "pending" });
    const retries = await database.oneFirst(
      sql.type(z.object({ retries: z.number() }))`select retries from events where id = ${ids[0]!}`,
    );
    expect(retries).toBe(1);
  });

  test("are delivered although their transaction began while it was disabled and committed after", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const [gone] = await emit(database, tenant, 1);
    await respond(database, gone!, 410);
    const emitted = Promise.withResolvers<bigint>();
    const enabled = Promise.withResolvers<void>();
    const committed = database.transaction(async (transaction) => {
      const [id] = await emit(transaction, tenant, 1);
      emitted.resolve(id!);
      await enabled.promise;
    });
    const late = await emitted.promise;
    await enable(database, tenant);
    enabled.resolve();
    await committed;
    await reconcile(database, { environment: "test" });
    expect(await jobs(database)).toContain(`deliver_webhook:${late}`);
  });

  test("are found by the filter held, and no tenant's endpoint decides about another's", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const other = await createReceiver(database);
    const [gone] = await emit(database, tenant, 3);
    await emit(database, other, 2);
    await respond(database, gone!, 410);
    const count = async (of: Tenant, status: string) =>
      (await findPage(database, "events", of, { limit: 10, after: null, filters: { status: [status] } }))
        .items.length;
    expect([await count(tenant, "held"), await count(tenant, "pending")]).toEqual([3, 0]);
    expect([await count(other, "held"), await count(other, "pending")]).toEqual([0, 2]);
    await enable(database, tenant);
    expect([await count(tenant, "held"), await count(tenant, "pending")]).toEqual([0, 3]);
  });
});

describe("an event", () => {
  test("is sent a hundred times at most: then it is exhausted, not replayed and not recovered", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const [id] = await emit(database, tenant, 1);
    await database.query(noRow`update events set attempts = 98 where id = ${id!}`);
    expect(await respond(database, id!, 500)).toMatchObject({ status: "pending" });
    const reference = await database.oneFirst(
      sql.type(z.object({ reference: z.string() }))`select reference from events where id = ${id!}`,
    );
    expect(await replayEvent(database, { tenant, reference })).toMatchObject({ outcome: "queued" });
    expect(await respond(database, id!, 500)).toMatchObject({ status: "exhausted" });
    expect(await replayEvent(database, { tenant, reference })).toEqual({
      outcome: "too_many_attempts",
      event: null,
    });
    expect(await recoverEvents(database, { tenant, since: longAgo })).toMatchObject({
      recovered: 0n,
      hasMore: false,
    });
  });

  test("is recovered once by two requests, although the one that began later was first to reach it", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const [id] = await emit(database, tenant, 1);
    await respond(database, id!, 500);
    const [locked, began, reached, release] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const waiting = (count: number) =>
      eventually(async () => {
        const found = await database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
          select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        expect(found).toBe(BigInt(count));
      });
    const holder = database.transaction(async (transaction) => {
      await transaction.query(noRow`select from events where id = ${id!} for update`);
      locked!.resolve();
      await release!.promise;
    });
    await locked!.promise;
    const earlier = database.transaction(async (transaction) => {
      await transaction.query(noRow`select`);
      began!.resolve();
      await reached!.promise;
      return recoverEvents(transaction, { tenant, since: longAgo });
    });
    await began!.promise;
    const later = recoverEvents(database, { tenant, since: longAgo });
    await waiting(1);
    reached!.resolve();
    await waiting(2);
    release!.resolve();
    await holder;
    expect((await later).recovered).toBe(1n);
    expect((await earlier).recovered).toBe(0n);
  });

  test("is recovered with at most 999 others a request, which says that more are left", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    await emit(database, tenant, 1_001);
    await database.query(noRow`
      update events set delivery_status = 'exhausted', next_attempt_at = null, retries = 9, attempts = 10`);
    const recover = () => recoverEvents(database, { tenant, since: longAgo });
    expect(await recover()).toMatchObject({ recovered: 1_000n, hasMore: true });
    expect(await recover()).toMatchObject({ recovered: 1n, hasMore: false });
    expect(await recover()).toMatchObject({ recovered: 0n, hasMore: false });
  });
});
