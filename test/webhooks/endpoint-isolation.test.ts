import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { type Attempt, type Delivery } from "../../sql/webhooks/deliveries/deliveries.ts";
import {
  emitTestEvent,
  findEventWithAttempts,
  recoverEvents,
  replayEvent,
} from "../../sql/webhooks/events/events.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { findWebhookEndpoint, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { createPerson } from "../helpers/create-person.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimDelivery, recordAttempt } from "../helpers/worker-steps.ts";
import { claimEvent } from "./claim-event.ts";

const url = "https://example.com/hooks";
const failure: Attempt = { url, requestHeaders: {}, status: 500, durationMs: 10 };
const success: Attempt = { ...failure, status: 200 };
const hang: Attempt = { url, requestHeaders: {}, durationMs: 15_000, error: "no response" };
const DAY_IN_MINUTES = 24 * 60;

async function createReceiver(database: Database): Promise<Tenant> {
  const tenant = await createFundedMerchant(database);
  await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});
  return tenant;
}

/** Events of one transaction, oldest first: their ids. */
async function emit(database: Database, tenant: Tenant, count: number): Promise<readonly bigint[]> {
  return database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select emit_event(${tenant.merchantId}, ${tenant.environment}, 'webhook.test', '{}') as id
    from generate_series(1, ${count})`);
}

const jobs = (database: Database) =>
  database.anyFirst(sql.type(z.object({ key: z.string() }))`
    select key from queued_jobs where key like 'deliver%' order by key`);

const statusOf = (database: Database, id: bigint) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`
    select delivery_json(e) ->> 'status' as status from events e where id = ${id}`);

/** Takes a job out of the queue and claims its event, as a worker does. */
async function work(database: Database, id: bigint, isSlow = false): Promise<Delivery | null> {
  const task = isSlow ? "deliver_slow_webhook" : "deliver_webhook";
  await database.query(sql.type(z.object({}))`select from remove_job(${task}, ${id})`);
  const { workerId } = await registerWorker(database);
  return claimDelivery(database, id, workerId, isSlow);
}

const record = (database: Database, id: bigint, delivery: Delivery | null, attempt: Attempt) =>
  recordAttempt(database, id, delivery!.fence, attempt);

describe("an endpoint", () => {
  test("has at most four deliveries at once, and each that ends starts the next, oldest first", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 100);
    expect(await jobs(database)).toEqual(ids.slice(0, 4).map((id) => `deliver_webhook:${id}`));

    const claims = await Promise.all(ids.slice(0, 4).map((id) => work(database, id)));
    expect(claims.every((claim) => claim !== null)).toBe(true);
    expect(await work(database, ids[4]!)).toBeNull();
    expect(await work(database, ids[0]!)).toBeNull();
    expect(await jobs(database)).toEqual([]);

    await record(database, ids[0]!, claims[0]!, success);
    expect(await jobs(database)).toEqual([`deliver_webhook:${ids[4]}`]);
    expect(await work(database, ids[4]!)).not.toBeNull();
    // Of a hundred events that come now none has a job: they wait behind those that do.
    await emit(database, tenant, 100);
    expect(await jobs(database)).toEqual([]);
  });

  test("gets no more than four from eight workers that claim at once", async ({ fileDatabase: database }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 8);
    const claims = await Promise.all(ids.map((id) => work(database, id)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(4);
  });

  test("that responds slowly goes to the slow lane, one event at a time, and returns when it has been fast for a while", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 7);
    const claims = await Promise.all(ids.slice(0, 4).map((id) => work(database, id)));
    // A URL that was set meanwhile does not hide that it is slow.
    const setUrl = (to: string) => setWebhookEndpoint(database, testEncryptionKeys, tenant, to, {});
    await setUrl("https://example.com/other");
    await record(database, ids[0]!, claims[0]!, hang);
    await setUrl(url);
    // Three are still on their way: no more than one is allowed from now on.
    expect((await jobs(database)).filter((key) => !key.endsWith(`:${ids[0]}`))).toEqual([]);
    for (const n of [1, 2, 3]) await record(database, ids[n]!, claims[n]!, hang);
    expect(await jobs(database)).toContain(`deliver_slow_webhook:${ids[4]}`);
    expect(await jobs(database)).not.toContain(`deliver_slow_webhook:${ids[5]}`);

    // A job of the fast lane that was queued before is queued again in the slow one.
    expect(await work(database, ids[5]!)).toBeNull();
    expect(await jobs(database)).toContain(`deliver_slow_webhook:${ids[5]}`);

    // One fast response is not enough, nor are its URL again, another one or a later test clock.
    const slow = await work(database, ids[4]!, true);
    await record(database, ids[4]!, slow, success);
    for (const to of [url, "https://example.com/other", url]) await setUrl(to);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 11 });
    expect(await work(database, ids[5]!)).toBeNull();
    const slowAgain = await work(database, ids[5]!, true);
    await database.query(sql.type(z.object({}))`
      update webhook_endpoints set slow_until = slow_until - interval '10 minutes'
      where merchant_id = ${tenant.merchantId}`);
    await record(database, ids[5]!, slowAgain, success);
    expect(await work(database, ids[6]!, true)).toBeNull();
    expect(await jobs(database)).toContain(`deliver_webhook:${ids[6]}`);
  });

  test("frees its slots when the process that holds them dies, or takes longer than any attempt", async ({
    database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 5);
    for (const id of ids.slice(0, 4)) await work(database, id);
    expect(await work(database, ids[4]!)).toBeNull();
    await database.query(sql.type(z.object({}))`
      delete from worker_processes where id = (select claimed_by from events where id = ${ids[0]!})`);
    await database.query(sql.type(z.object({}))`
      update events set claimed_until = now() - interval '1 second' where id = ${ids[1]!}`);
    // The sweep leaves alone what has been due for less than a second.
    await database.query(sql.type(z.object({}))`
      update events set next_attempt_at = next_attempt_at - interval '10 seconds'
      where merchant_id = ${tenant.merchantId}`);
    await reconcile(database, { environment: "test" });
    expect(await jobs(database)).toEqual([ids[0], ids[1]].map((id) => `deliver_webhook:${id}`));
    expect(await work(database, ids[0]!)).not.toBeNull();
  });

  test("that fails for five days is disabled with the reason, and owners get a mail; its events are held, and delivered when it is set again", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
    const [first, second, third] = await emit(database, tenant, 3);
    await record(database, first!, await work(database, first!), failure);
    expect(await findWebhookEndpoint(database, { tenant })).toMatchObject({
      status: "enabled",
      failingSince: expect.any(String),
    });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 5 * DAY_IN_MINUTES - 1 });
    await record(database, second!, await work(database, second!), failure);
    expect(await findWebhookEndpoint(database, { tenant })).toMatchObject({ status: "enabled" });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 1 });
    await record(database, third!, await work(database, third!), failure);
    expect(await findWebhookEndpoint(database, { tenant })).toMatchObject({
      status: "disabled",
      disabledReason: "no delivery succeeded for five days",
    });
    const mails = await database.any(sql.type(z.object({ recipient: z.string(), facts: z.unknown() }))`
      select recipient, facts from mails where template = 'webhook_disabled'
        and merchant_id = ${tenant.merchantId}`);
    expect(mails).toEqual([
      {
        recipient: owner.email,
        facts: {
          merchant: expect.any(String),
          environment: "test",
          what: "https://example.com",
          reason: "no delivery succeeded for five days",
        },
      },
    ]);
    const [later] = await emit(database, tenant, 1);
    for (const id of [first, second, third, later]) expect(await statusOf(database, id!)).toBe("held");

    await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});
    expect(await findWebhookEndpoint(database, { tenant })).not.toHaveProperty("failingSince");
    for (const id of [first, second, third, later]) expect(await work(database, id!)).not.toBeNull();
  });

  test("that fails does not start again with the URL that it has", async ({ fileDatabase: database }) => {
    const tenant = await createReceiver(database);
    const [id] = await emit(database, tenant, 1);
    await record(database, id!, await work(database, id!), failure);
    await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});
    expect(await findWebhookEndpoint(database, { tenant })).toHaveProperty("failingSince");
    await setWebhookEndpoint(database, testEncryptionKeys, tenant, "https://example.com/other", {});
    expect(await findWebhookEndpoint(database, { tenant })).not.toHaveProperty("failingSince");
  });

  test("is no longer failing after one success", async ({ fileDatabase: database }) => {
    const tenant = await createReceiver(database);
    const [first, second, third] = await emit(database, tenant, 3);
    await record(database, first!, await work(database, first!), failure);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 4 * DAY_IN_MINUTES });
    await record(database, second!, await work(database, second!), success);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 4 * DAY_IN_MINUTES });
    await record(database, third!, await work(database, third!), failure);
    expect(await findWebhookEndpoint(database, { tenant })).toMatchObject({ status: "enabled" });
  });
});

describe("an event", () => {
  test("goes only to the endpoint of its own merchant and environment", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const [id] = await emit(database, tenant, 1);
    const stranger = await createReceiver(database);
    const live = { ...tenant, environment: "live" as const };
    await setWebhookEndpoint(database, testEncryptionKeys, stranger, "https://stranger.example/", {});
    await setWebhookEndpoint(database, testEncryptionKeys, live, "https://live.example/", {});
    const delivery = await work(database, id!);
    expect(delivery).toMatchObject({ url, merchantId: tenant.merchantId, environment: "test" });
    const [liveId] = await emit(database, live, 1);
    expect(await work(database, liveId!)).toMatchObject({
      url: "https://live.example/",
      environment: "live",
    });
  });
});

describe("an event that failed", () => {
  test("is replayed with a fresh schedule, in any status", async ({ fileDatabase: database }) => {
    const tenant = await createReceiver(database);
    const stranger = await createReceiver(database);
    const [id] = await emit(database, tenant, 1);
    const reference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select reference from events where id = ${id!}`);
    await record(database, id!, await work(database, id!), success);
    expect((await replayEvent(database, { tenant: stranger, reference })).outcome).toBe("not_found");
    expect(
      (await replayEvent(database, { tenant: { ...tenant, environment: "live" }, reference })).outcome,
    ).toBe("not_found");
    expect(await replayEvent(database, { tenant, reference })).toMatchObject({
      outcome: "queued",
      event: { reference, delivery: { status: "pending" } },
    });
    const again = await work(database, id!);
    expect(again).toMatchObject({ reference });
    expect(await record(database, id!, again, failure)).toMatchObject({ status: "pending" });
    expect(await findEventWithAttempts(database, tenant, reference)).toMatchObject({
      attempts: [{ number: 2 }, { number: 1 }],
    });
  });

  test("is recovered once by simultaneous requests; delivered events and first attempts are not", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const [delivered, failing, exhausted, fresh] = await emit(database, tenant, 4);
    await record(database, delivered!, await work(database, delivered!), success);
    await record(database, failing!, await work(database, failing!), failure);
    await database.query(sql.type(z.object({}))`
      update events set retries = 9 where id = ${exhausted!}`);
    await record(database, exhausted!, await work(database, exhausted!), failure);
    expect(await statusOf(database, exhausted!)).toBe("exhausted");

    const recover = () => recoverEvents(database, { tenant, since: "2026-01-01T00:00:00.000Z" });
    const recoveries = await Promise.all([recover(), recover(), recover()]);
    expect(recoveries.map(({ recovered }) => recovered).sort()).toEqual([0n, 0n, 2n]);
    for (const id of [failing, exhausted, fresh]) expect(await work(database, id!)).not.toBeNull();
    expect(await statusOf(database, delivered!)).toBe("delivered");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await recoverEvents(database, { tenant, since: tomorrow })).recovered).toBe(0n);
  });

  test("cannot be sent where there is no endpoint, or a disabled one", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const [id] = await emit(database, tenant, 1);
    const reference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      select reference from events where id = ${id!}`);
    const outcomes = async () => [
      (await replayEvent(database, { tenant, reference })).outcome,
      (await recoverEvents(database, { tenant, since: "2026-01-01T00:00:00.000Z" })).outcome,
      (await emitTestEvent(database, { tenant })).outcome,
    ];
    expect(await outcomes()).toEqual(Array(3).fill("no_endpoint"));
    await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});
    const { event } = await emitTestEvent(database, { tenant });
    expect(event).toMatchObject({ type: "webhook.test", delivery: { status: "pending" } });
    const newest = await database.oneFirst(
      sql.type(z.object({ id: z.bigint() }))`select max(id) as id from events`,
    );
    await recordAttempt(database, newest, (await claimEvent(database, newest))!.fence, {
      ...failure,
      status: 410,
    });
    expect(await outcomes()).toEqual(Array(3).fill("endpoint_disabled"));
  });
});
