import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import {
  claimDeliveries,
  recordAttempts,
  type Attempt,
  type Delivery,
  type Lane,
} from "../../sql/webhooks/deliveries/deliveries.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { findWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { registerWorker } from "../../sql/queue/workers/workers.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createDeliveryBatches } from "../../workers/webhooks/delivery-batches.ts";
import { createFundedMerchant, queuedJobs, setEndpoint } from "../helpers/records.ts";
import { eventually } from "../helpers/eventually.ts";
import { test } from "../helpers/test.ts";

const url = "https://example.com/hooks";
const success: Attempt = { url, requestHeaders: { a: "b" }, status: 200, durationMs: 10 };
const failure: Attempt = { ...success, status: 500 };

async function createReceiver(database: Database): Promise<Tenant> {
  const tenant = await createFundedMerchant(database);
  await setEndpoint(database, tenant, url);
  return tenant;
}

/** Events of one transaction, oldest first: their ids. */
function emit(database: Database, { merchantId }: Tenant, count: number): Promise<readonly bigint[]> {
  return database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select emit_event(${merchantId}, 'test', 'webhook.test', '{}') as id from generate_series(1, ${count})`);
}

async function registerLane(database: Database, isSlow = false): Promise<Lane> {
  return { workerId: (await registerWorker(database)).workerId, isSlow };
}

async function startBatches(database: Database) {
  return createDeliveryBatches(database, await registerLane(database));
}

const rowsOf = (database: Database, ids: readonly bigint[]) =>
  database.any(sql.type(
    z.object({ status: z.string(), attempts: z.int(), claimed: z.boolean(), rows: z.int() }),
  )`
    select delivery_status as status, attempts, claimed_by is not null as claimed,
      (select count(*)::integer from webhook_attempts a where a.event_id = e.id) as rows
    from unnest(${sql.array([...ids], "int8")}) with ordinality i (id, place) join events e using (id) order by place`);

/** A connection of the test's own, for locks. */
async function connect(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

const delivered = { status: "delivered", attempts: 1, claimed: false, rows: 1 };
const claimed = { status: "pending", attempts: 0, claimed: true, rows: 0 };

describe("deliveries that share a call", () => {
  test("of several merchants are claimed and recorded, each by itself", async ({
    fileDatabase: database,
  }) => {
    const tenants = await Promise.all(Array.from({ length: 8 }, () => createReceiver(database)));
    const ids = (await Promise.all(tenants.map((tenant) => emit(database, tenant, 1)))).flat();
    const batches = await startBatches(database);
    const claims = await Promise.all(ids.map((id) => batches.claim(id)));
    expect(claims.map((claim) => claim!.merchantId)).toEqual(tenants.map(({ merchantId }) => merchantId));

    const attempts = [success, failure, { ...failure, status: 410 }, success, success, success];
    await Promise.all(attempts.map((attempt, index) => batches.record(claims[index]!, attempt, 0)));
    const pending = { ...delivered, status: "pending" };
    expect(await rowsOf(database, ids)).toEqual([
      delivered,
      ...[pending, pending],
      ...[delivered, delivered, delivered],
      ...[claimed, claimed],
    ]);
    const endpoints = await Promise.all(tenants.map((tenant) => findWebhookEndpoint(database, { tenant })));
    expect(endpoints.map((endpoint) => (endpoint as { status: string }).status)).toEqual(
      tenants.map((_, index) => (index === 2 ? "disabled" : "enabled")),
    );
  });

  test("do not wait for one whose endpoint or event somebody has locked; it is done once that ends", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    await using holder = await connect(fileDatabaseUrl);
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => createReceiver(database)));
    const ids = (await Promise.all([one!, other!, third!].map((tenant) => emit(database, tenant, 1)))).flat();
    const batches = await startBatches(database);
    const lock = async () => {
      await holder.query("begin");
      await holder.query("select from webhook_endpoints where merchant_id = $1 for update", [
        one!.merchantId,
      ]);
      await holder.query("select from events where id = $1 for update", [ids[1]]);
    };

    await lock();
    const claiming = ids.slice(0, 2).map((id) => batches.claim(id));
    const claims = [await batches.claim(ids[2]!)];
    await holder.query("rollback");
    claims.unshift(...(await Promise.all(claiming)));

    await lock();
    const recording = claims.slice(0, 2).map((claim) => batches.record(claim!, success, 0));
    await batches.record(claims[2]!, success, 0);
    expect(await rowsOf(database, ids)).toMatchObject([{ claimed: true }, { claimed: true }, delivered]);
    await holder.query("rollback");
    await Promise.all(recording);
    expect(await rowsOf(database, ids)).toEqual([delivered, delivered, delivered]);
  });

  test("write nothing to the endpoint's row, which is read where money moves, and count those that are sent", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 6);
    const place = () =>
      database.oneFirst(sql.type(z.object({ place: z.string() }))`
        select ctid::text as place from webhook_endpoints where merchant_id = ${tenant.merchantId}`);
    const before = await place();
    const lane = await registerLane(database);
    const claim = async (id: bigint) =>
      (await claimDeliveries(database, { eventIds: [id], ...lane, waits: true }))[0]!.outcome;
    const outcomes = [];
    for (const id of ids) outcomes.push(await claim(id));
    expect(outcomes).toEqual([...Array(4).fill("claimed"), "nothing", "nothing"]);
    expect(await place()).toBe(before);
  });

  test("do not fail with one that the database refuses", async ({ fileDatabase: database }) => {
    const tenants = await Promise.all([1, 2, 3, 4].map(() => createReceiver(database)));
    const ids = (await Promise.all(tenants.map((tenant) => emit(database, tenant, 1)))).flat();
    const batches = await startBatches(database);
    const claims = await Promise.all(ids.map((id) => batches.claim(id)));
    const outcomes = await Promise.allSettled(
      claims.map((claim, index) =>
        batches.record(claim!, index === 2 ? { ...success, status: 2 ** 40 } : success, 0),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect((await rowsOf(database, ids)).map(({ status }) => status)).toEqual([
      "delivered",
      "delivered",
      "pending",
      "delivered",
    ]);
  });

  test("of which one is a late worker's: it records what it sent, takes no other and changes nothing else", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 3);
    const late = await registerLane(database);
    const lane = await registerLane(database);
    const claim = async (by: Lane, id: bigint) => {
      const [result] = await claimDeliveries(database, { eventIds: [id], ...by, waits: true });
      return result as Delivery;
    };
    const first = await claim(late, ids[0]!);
    await database.query(sql.type(z.object({}))`delete from worker_processes where id = ${late.workerId}`);
    const second = await claim(lane, ids[0]!);
    const other = await claim(lane, ids[1]!);
    const made = [first, other].map(({ eventId, fence }) => ({
      ...tenant,
      eventId,
      fence,
      attempt: success,
      takes: eventId === ids[0] ? 1 : 0,
    }));
    const recorded = await recordAttempts(database, made, lane, false);
    expect(recorded.map((result) => [result.outcome, result.next])).toEqual([
      ["recorded", []],
      ["recorded", []],
    ]);
    expect(await rowsOf(database, ids.slice(0, 2))).toEqual([
      { status: "pending", attempts: 1, claimed: true, rows: 1 },
      delivered,
    ]);

    // Twice the same event in one call: the second attempt is recorded alone.
    const again = { ...tenant, eventId: ids[0]!, fence: second.fence, attempt: success, takes: 0 };
    const twice = await recordAttempts(database, [again, again], lane, false);
    expect(twice.map(({ outcome }) => outcome)).toEqual(["recorded", "locked"]);
    await recordAttempts(database, [again], lane, true);
    expect(await rowsOf(database, ids.slice(0, 1))).toEqual([{ ...delivered, attempts: 3, rows: 3 }]);
    expect(await recordAttempts(database, [{ ...again, eventId: 0n }], lane, false)).toMatchObject([
      { outcome: "recorded", next: [] },
    ]);
  });
});

describe("a worker that goes on after an attempt", () => {
  test("takes the oldest due event of the endpoint, and no slot more than there are", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const neighbour = await createReceiver(database);
    const ids = await emit(database, tenant, 8);
    await emit(database, neighbour, 1);
    const batches = await startBatches(database);
    const claims = await Promise.all(ids.slice(0, 4).map((id) => batches.claim(id)));
    const next = (await Promise.all(claims.map((claim) => batches.record(claim!, success, 1)))).flat();
    expect(next.map((delivery) => delivery.eventId).toSorted()).toEqual(ids.slice(4));
    expect(new Set(next.map((delivery) => delivery.merchantId))).toEqual(new Set([tenant.merchantId]));
    expect(await Promise.all(next.map((delivery) => batches.record(delivery, success, 1)))).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(new Set((await rowsOf(database, ids)).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify(delivered)]),
    );
  });

  test("takes as many events as it wants where they are due and the endpoint has slots for them", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const neighbour = await createReceiver(database);
    const ids = await emit(database, tenant, 8);
    const others = await emit(database, neighbour, 3);
    const batches = await startBatches(database);
    const [first, second, other] = await Promise.all(
      [ids[0]!, ids[1]!, others[0]!].map((id) => batches.claim(id)),
    );
    const idsOf = (next: readonly Delivery[]) => next.map((delivery) => delivery.eventId).toSorted();
    const [next, ofOther] = await Promise.all([
      batches.record(first!, success, 4),
      batches.record(other!, success, 4),
    ]);
    // The second is still being sent.
    expect(idsOf(next)).toEqual(ids.slice(2, 5));
    expect(idsOf(ofOther)).toEqual(others.slice(1));
    // In one call each gets its own number.
    const ended = await Promise.all([
      batches.record(second!, success, 1),
      ...next.map((delivery, index) => batches.record(delivery, success, index)),
    ]);
    expect(ended.map((deliveries) => deliveries.length)).toEqual([1, 0, 1, 1]);
    expect(idsOf(ended.flat())).toEqual(ids.slice(5));
  });

  test("queues the next event where it does not, and takes none of an endpoint that is slow now or disabled", async ({
    fileDatabase: database,
  }) => {
    const [tenant, slow, gone] = await Promise.all([1, 2, 3].map(() => createReceiver(database)));
    const batches = await startBatches(database);
    const events = await Promise.all([tenant!, slow!, gone!].map((receiver) => emit(database, receiver, 6)));
    const claims = await Promise.all(events.map(([id]) => batches.claim(id!)));
    await database.query(sql.type(z.object({}))`
      select remove_job(task, e.id) from events e, unnest(array['deliver_webhook', 'deliver_slow_webhook']) task`);
    const hang: Attempt = { url, requestHeaders: {}, durationMs: 15_000, error: "no response" };
    expect(
      await Promise.all([
        batches.record(claims[0]!, success, 0),
        batches.record(claims[1]!, hang, 1),
        batches.record(claims[2]!, { ...failure, status: 410 }, 1),
      ]),
    ).toEqual([[], [], []]);
    const keys = (await queuedJobs(database)).map(({ key }) => key);
    expect(keys.filter((key) => key!.startsWith("deliver")).toSorted()).toEqual(
      [
        `deliver_webhook:${events[0]![1]}`,
        // Its own retry, and the one event that a slow endpoint may have in flight.
        ...[events[1]![0], events[1]![1]].map((id) => `deliver_slow_webhook:${id}`),
      ].toSorted(),
    );
  });

  test("leaves what it claimed and did not send to others once its process is gone", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createReceiver(database);
    const ids = await emit(database, tenant, 5);
    const lane = await registerLane(database);
    const batches = createDeliveryBatches(database, lane);
    const claims = await Promise.all(ids.slice(0, 4).map((id) => batches.claim(id)));
    const next = await batches.record(claims[0]!, success, 1);
    expect(next.map((delivery) => delivery.eventId)).toEqual([ids[4]]);
    expect(await batches.claim(ids[4]!)).toBeNull();
    await database.query(sql.type(z.object({}))`delete from worker_processes where id = ${lane.workerId}`);
    const successor = await startBatches(database);
    await eventually(async () => expect(await successor.claim(ids[4]!)).not.toBeNull());
  });
});
