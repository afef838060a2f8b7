import { describe, expect } from "vitest";
import { z } from "zod";
import { verify } from "../../sdk/node/webhooks-node.ts";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { findSigningSecrets, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { addKey, createMember } from "../helpers/create-member.ts";
import { queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { createIdentityCheck } from "../identity/check-identity.ts";
import { startReceiver, type Received } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";

const elsewhere = "https://93.184.215.14/webhooks";
const unknownEvent = `evt_${"0".repeat(26)}`;

const setEndpoint = async (database: Database, tenant: Tenant, url = elsewhere) =>
  (await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {})).secret;

const disableEndpoint = (database: Database, { merchantId }: Tenant) =>
  database.query(sql.type(z.object({}))`
    update webhook_endpoints set disabled_at = now(), disabled_reason = 'for five days'
    where merchant_id = ${merchantId}`);

/** Makes as many events as asked for; their references, oldest first. */
async function createEvents(
  call: Call,
  database: Database,
  { tenant, key }: { tenant: Tenant; key: string },
  count = 1,
): Promise<string[]> {
  for (let made = 0; made < count; made += 1) await createIdentityCheck(database, tenant);
  const { data } = await call("GET", `/v1/events?limit=${count}`, { key });
  return data.map(({ reference }: { reference: string }) => reference).toReversed();
}

const fields = z.object({ reference: z.string(), delivery_status: z.string(), retries: z.number() });

function findDeliveries(database: Database, { merchantId }: Tenant) {
  return database.any(sql.type(fields)`
    select reference, delivery_status, retries from events where merchant_id = ${merchantId} order by id`);
}

/** Lets events have failed: some for good, some with a next attempt an hour away. */
async function fail(database: Database, references: string[], status: "exhausted" | "pending") {
  await database.query(sql.type(z.object({}))`
    update events set delivery_status = ${status}, retries = 3, attempts = 3,
      next_attempt_at = case when ${status} = 'pending' then now() + interval '1 hour' end
    where reference = any(${sql.array(references, "text")})`);
}

const signatureOf = ({ headers }: Received) => String(headers["x-service-signature"]);

describe("replaying an event", () => {
  test("sends the same bytes and id under a fresh signature, with a new schedule", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver();
    const member = await createMember(database);
    const secret = await setEndpoint(database, member.tenant, receiver.url);
    const [reference] = await createEvents(call, database, member);
    const deliveredTimes = (attempts: number) =>
      eventually(async () => {
        const { data } = await call("GET", `/v1/events/${reference}`, { key: member.key });
        expect(data.delivery).toEqual({ status: "delivered", attempts });
        return data;
      });
    await deliveredTimes(1);
    // A signature contains its time in seconds, so the next one must fall into another second.
    const second = Math.floor(Date.now() / 1000);
    await eventually(() => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(second));

    const replayed = await call("POST", `/v1/events/${reference}/replay`, { key: member.key });
    expect([replayed.status, replayed.data.reference]).toEqual([200, reference]);
    expect(replayed.data.delivery).toMatchObject({ status: "pending", attempts: 1 });
    const { attempts } = await deliveredTimes(2);
    expect(attempts.map(({ number }: { number: number }) => number)).toEqual([2, 1]);

    const [first, again] = receiver.requests;
    expect(receiver.requests).toHaveLength(2);
    expect(again!.body.equals(first!.body)).toBe(true);
    expect(again!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect(signatureOf(again!)).not.toBe(signatureOf(first!));
    for (const request of [first!, again!]) {
      expect(verify(request.body, signatureOf(request), secret).id).toBe(reference);
    }
  });

  test("starts a new schedule, in any status", async ({ fileIngress: { call }, fileDatabase }) => {
    const member = await createMember(fileDatabase);
    await setEndpoint(fileDatabase, member.tenant);
    const [reference] = await createEvents(call, fileDatabase, member);
    await fail(fileDatabase, [reference!], "exhausted");
    expect((await call("POST", `/v1/events/${reference}/replay`, { key: member.key })).status).toBe(200);
    expect(await findDeliveries(fileDatabase, member.tenant)).toEqual([
      { reference, delivery_status: "pending", retries: 0 },
    ]);
  });

  test("is refused without an enabled endpoint, and changes nothing", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const [reference] = await createEvents(call, fileDatabase, member);
    const replay = () => call("POST", `/v1/events/${reference}/replay`, { key: member.key });
    const without = await replay();
    expect([without.status, without.error.code]).toEqual([409, "STATE_CONFLICT"]);
    expect(without.error.message).toContain("You have no webhook endpoint");

    await setEndpoint(fileDatabase, member.tenant);
    await disableEndpoint(fileDatabase, member.tenant);
    const disabled = await replay();
    expect([disabled.status, disabled.error.code]).toEqual([409, "STATE_CONFLICT"]);
    expect(disabled.error.message).toContain("is disabled");
    expect(await findDeliveries(fileDatabase, member.tenant)).toMatchObject([
      { delivery_status: "not_sent" },
    ]);
    const unknown = await call("POST", `/v1/events/${unknownEvent}/replay`, { key: member.key });
    expect(unknown.status).toBe(404);
  });
});

describe("recovering events", () => {
  const recover = (
    call: Call,
    key: string,
    since: unknown = new Date(Date.now() - 3_600_000).toISOString(),
  ) => call("POST", "/v1/events/recover", { key, body: { since } });

  test("of two requests at once each failed event is recovered by one, and no other event", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const member = await createMember(database);
    const stranger = await createMember(database);
    for (const { tenant } of [member, stranger]) await setEndpoint(database, tenant);
    const references = await createEvents(call, database, member, 40);
    const [theirs] = await createEvents(call, database, stranger);
    await fail(database, [...references.slice(0, 15), theirs!], "exhausted");
    await fail(database, references.slice(15, 30), "pending");
    await database.query(sql.type(z.object({}))`
      update events set delivery_status = 'delivered', next_attempt_at = null
      where reference = any(${sql.array(references.slice(30, 35), "text")})`);

    const responses = await Promise.all(Array.from({ length: 4 }, () => recover(call, member.key)));
    expect(responses.map(outcomeOf)).toEqual([200, 200, 200, 200]);
    const counts: number[] = responses.map(({ data }) => data.recovered);
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
    expect((await recover(call, member.key)).data).toEqual({ recovered: 0, hasMore: false });
    expect(await findDeliveries(database, member.tenant)).toEqual(
      references.map((reference, at) => ({
        reference,
        delivery_status: at >= 30 && at < 35 ? "delivered" : "pending",
        retries: 0,
      })),
    );
    expect(await findDeliveries(database, stranger.tenant)).toMatchObject([{ delivery_status: "exhausted" }]);
  });

  test("each failed event arrives, once and under its own id", async ({
    ingress: { call },
    database,
    databaseUrl,
  }) => {
    await using receiver = await startReceiver();
    const member = await createMember(database);
    await setEndpoint(database, member.tenant, receiver.url);
    const references = await createEvents(call, database, member, 12);
    await fail(database, references, "exhausted");
    await using _workers = await startTestWorkers(databaseUrl);
    const deliveryJobs = async () => {
      const jobs = await queuedJobs(database);
      return jobs.filter(({ task }) => task === "deliver_webhook");
    };
    await eventually(async () => expect(await deliveryJobs()).toEqual([]));
    expect(receiver.requests).toEqual([]);

    const responses = await Promise.all([recover(call, member.key), recover(call, member.key)]);
    expect(responses.map(outcomeOf)).toEqual([200, 200]);
    expect(responses.map(({ data }) => data.recovered).toSorted((a, b) => a - b)).toEqual([0, 12]);
    await eventually(async () => {
      const deliveries = await findDeliveries(database, member.tenant);
      expect(deliveries.map(({ delivery_status: status }) => status)).toEqual(Array(12).fill("delivered"));
    });
    const arrived = receiver.requests.map(({ headers }) => headers["webhook-id"]);
    expect(arrived.toSorted()).toEqual(references.toSorted());
  });

  test("recovers events from the given time on", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const member = await createMember(database);
    await setEndpoint(database, member.tenant);
    const references = await createEvents(call, database, member, 3);
    await fail(database, references, "exhausted");
    const { data } = await call("GET", `/v1/events/${references[1]}`, { key: member.key });
    expect((await recover(call, member.key, data.createdAt)).data).toEqual({ recovered: 2, hasMore: false });
    expect(await findDeliveries(database, member.tenant)).toMatchObject([
      { delivery_status: "exhausted" },
      { delivery_status: "pending" },
      { delivery_status: "pending" },
    ]);
  });

  test("a time more than 14 days ago, in the future or malformed is refused; days count by the test clock", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    const live = await addKey(fileDatabase, tenant, { environment: "live" });
    await setEndpoint(fileDatabase, tenant);
    await setEndpoint(fileDatabase, { ...tenant, environment: "live" });
    const day = 86_400_000;
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const refused = async (secretKey: string, since: unknown) => {
      const response = await recover(call, secretKey, since);
      expect([since, response.status, Object.keys(response.error?.details ?? {})]).toEqual([
        since,
        422,
        ["since"],
      ]);
    };
    for (const since of [null, 7, "", "yesterday", "2026-01-31", "now", at(-15 * day)]) {
      await refused(key, since);
    }
    for (const secretKey of [key, live.key]) {
      expect((await recover(call, secretKey, at(-14 * day))).data).toEqual({ recovered: 0, hasMore: false });
      await refused(secretKey, at(-14 * day - 120_000));
      await refused(secretKey, at(120_000));
    }
    const without = await call("POST", "/v1/events/recover", { key, body: {} });
    expect([without.status, Object.keys(without.error.details!)]).toEqual([422, ["since"]]);
    const lagos = at(3_600_000 - day).replace("Z", "+01:00");
    expect((await recover(call, key, lagos)).data).toEqual({ recovered: 0, hasMore: false });

    await call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 30 * 24 * 60 } });
    await refused(key, at(-day));
    expect((await recover(call, key, at(29 * day))).data).toEqual({ recovered: 0, hasMore: false });
    expect((await recover(call, live.key, at(-day))).data).toEqual({ recovered: 0, hasMore: false });
  });

  test("says what is missing where there is no endpoint, or a disabled one", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const [reference] = await createEvents(call, fileDatabase, member);
    await fail(fileDatabase, [reference!], "exhausted");
    expect(await recover(call, member.key)).toMatchObject({
      status: 409,
      error: { code: "STATE_CONFLICT", message: expect.stringContaining("You have no webhook endpoint") },
    });
    await setEndpoint(fileDatabase, member.tenant);
    await disableEndpoint(fileDatabase, member.tenant);
    expect(await recover(call, member.key)).toMatchObject({
      status: 409,
      error: { code: "STATE_CONFLICT", message: expect.stringContaining("is disabled") },
    });
    expect(await findDeliveries(fileDatabase, member.tenant)).toMatchObject([
      { delivery_status: "exhausted" },
    ]);
  });
});

describe("signing an event", () => {
  const sign = (call: Call, key: string, reference: string) =>
    call("POST", `/v1/events/${reference}/sign`, { key });

  test("returns the bytes and headers of a delivery; nothing is sent", async ({
    ingress: { call },
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver();
    const member = await createMember(database);
    const secret = await setEndpoint(database, member.tenant, receiver.url);
    const [reference] = await createEvents(call, database, member);
    const delivered = await eventually(async () => {
      const { data } = await call("GET", `/v1/events/${reference}`, { key: member.key });
      expect(data.delivery.status).toBe("delivered");
      return data;
    });
    const { status, data } = await sign(call, member.key, reference!);
    expect(status).toBe(200);
    const [request] = receiver.requests;
    expect(data.body).toBe(request!.body.toString("utf8"));
    const sent = delivered.attempts[0].requestHeaders;
    expect(Object.keys(data.headers)).toEqual(Object.keys(sent));
    for (const name of ["content-type", "user-agent", "webhook-id"])
      expect(data.headers[name]).toBe(sent[name]);
    const trace = (headers: Record<string, string>) => headers["traceparent"]!.split("-")[1];
    expect(trace(data.headers)).toBe(trace(sent));
    expect(verify(data.body, data.headers["x-service-signature"], secret).id).toBe(reference);
    expect(receiver.requests).toHaveLength(1);
    const { data: after } = await call("GET", `/v1/events/${reference}`, { key: member.key });
    expect(after).toEqual(delivered);
  });

  test("while the secret is rotated both secrets sign", async ({ fileIngress: { call }, fileDatabase }) => {
    const member = await createMember(fileDatabase);
    const first = await setEndpoint(fileDatabase, member.tenant);
    const [reference] = await createEvents(call, fileDatabase, member);
    const rotation = { key: member.key, body: { overlapHours: 1 } };
    const { secret } = (await call("POST", "/v1/webhook-endpoint/rotate-secret", rotation)).data;
    const { body, headers } = (await sign(call, member.key, reference!)).data;
    for (const each of [first, secret]) {
      expect(verify(body, headers["x-service-signature"], each).id).toBe(reference);
    }
    await call("POST", "/v1/sandbox/clock/advance", { key: member.key, body: { minutes: 60 } });
    const later = (await sign(call, member.key, reference!)).data;
    expect(() => verify(body, later.headers["x-service-signature"], first)).toThrow();
  });

  test("uses the environment's own secret, and needs an endpoint", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const member = await createMember(fileDatabase);
    const live = await addKey(fileDatabase, member.tenant, { environment: "live" });
    await setEndpoint(fileDatabase, { ...member.tenant, environment: "live" });
    const [reference] = await createEvents(call, fileDatabase, member);
    const without = await sign(call, member.key, reference!);
    expect(without).toMatchObject({
      status: 409,
      error: { code: "STATE_CONFLICT", message: expect.stringContaining("You have no webhook endpoint") },
    });
    expect((await sign(call, live.key, reference!)).status).toBe(404);
    expect((await sign(call, member.key, unknownEvent)).status).toBe(404);

    const secret = await setEndpoint(fileDatabase, member.tenant);
    const { body, headers } = (await sign(call, member.key, reference!)).data;
    expect(verify(body, headers["x-service-signature"], secret).environment).toBe("test");
    // A disabled endpoint has its secret still: a developer at work is not to be stopped by it.
    await disableEndpoint(fileDatabase, member.tenant);
    expect((await sign(call, member.key, reference!)).status).toBe(200);
  });

  test("no secret and no event is logged", async ({ fileIngress: ingress, fileDatabase: database }) => {
    const member = await createMember(database);
    await setEndpoint(database, member.tenant);
    const [reference] = await createEvents(ingress.call, database, member);
    const { headers, body } = (await sign(ingress.call, member.key, reference!)).data;
    const secrets = await findSigningSecrets(database, testEncryptionKeys, member.tenant);
    for (const text of [secrets!.secret, headers["x-service-signature"], body, "ADA OBI"]) {
      expect(ingress.log()).not.toContain(text);
    }
    expect(await queuedJobs(database)).not.toEqual([]);
  });
});
