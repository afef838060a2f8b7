import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { decrypt } from "../../sql/process/encryption/encryption.ts";
import type { Database } from "../../sql/process/database.ts";
import { type Attempt } from "../../sql/webhooks/deliveries/deliveries.ts";
import { findEventWithAttempts } from "../../sql/webhooks/events/events.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookSecretContext } from "../../sql/webhooks/endpoints/webhook-secret.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, fund, queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { recordAttempt } from "../helpers/worker-steps.ts";
import { claimEvent } from "./claim-event.ts";

const masterKeys = { current: randomBytes(32) };
const refused: Attempt = {
  url: "https://example.com/",
  requestHeaders: {},
  status: 500,
  durationMs: 12,
};
const accepted: Attempt = { ...refused, status: 204 };
const event = z.object({ id: z.bigint(), reference: z.string(), type: z.string(), body: z.string() });

/** A merchant with an endpoint and one event of a settled collection. */
async function setUpEvent(database: Database) {
  const tenant = await createFundedMerchant(database);
  const { secret } = await setWebhookEndpoint(database, masterKeys, tenant, "https://example.com/", {});
  await fund(database, tenant, 500n);
  const row = await database.one(
    sql.type(event)`select id, reference, type, event_body(e) as body from events e`,
  );
  return { tenant, secret, ...row };
}

async function attempt(database: Database, id: bigint, outcome: Attempt) {
  const delivery = await claimEvent(database, id);
  return recordAttempt(database, id, delivery!.fence, outcome);
}

describe("an event", () => {
  test("is written with the change it reports, and its data is what GET returns", async ({ database }) => {
    const { tenant, reference, body } = await setUpEvent(database);
    const parsed = z
      .object({ data: z.object({ reference: z.string() }).loose() })
      .loose()
      .parse(JSON.parse(body));
    expect(parsed).toMatchObject({
      id: reference,
      reference,
      type: "collection.success",
      environment: "test",
    });
    expect(parsed.data).toEqual(
      await findByReference(database, "collections", tenant, parsed.data.reference),
    );

    await database
      .transaction(async (transaction) => {
        await transaction.query(sql.type(z.object({}))`
          select emit_event(${tenant.merchantId}, 'test', 'payout.failed', '{}')`);
        throw new Error("the change did not happen");
      })
      .catch(() => {});
    expect(
      await database.anyFirst(sql.type(z.object({ type: z.string() }))`select type from events`),
    ).toHaveLength(1);
  });

  test("without an endpoint is kept, and queues nothing", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 500n);
    void tenant;
    const status = await database.anyFirst(
      sql.type(z.object({ s: z.string() }))`select delivery_status as s from events`,
    );
    expect(status).toEqual(["not_sent"]);
    expect((await queuedJobs(database)).filter(({ task }) => task === "deliver_webhook")).toEqual([]);
  });

  test("is attempted ten times on schedule, give or take a fifth, and is then exhausted", async ({
    database,
  }) => {
    const { id, tenant, reference } = await setUpEvent(database);
    const minutes = 60;
    const hours = 3600;
    const schedule = [
      5,
      5 * minutes,
      30 * minutes,
      2 * hours,
      5 * hours,
      10 * hours,
      14 * hours,
      20 * hours,
      24 * hours,
    ];
    for (const wait of schedule) {
      const { status, next_attempt_at: next } = await attempt(database, id, refused);
      expect(status).toBe("pending");
      const seconds = (next!.getTime() - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(wait * 0.8 - 2);
      expect(seconds).toBeLessThan(wait * 1.2 + 2);
    }
    expect(await attempt(database, id, refused)).toEqual({ status: "exhausted", next_attempt_at: null });
    expect(await claimEvent(database, id)).toBeNull();
    const shown = z
      .object({
        attempts: z.array(z.object({ number: z.int() })),
        delivery: z.object({ status: z.string() }),
      })
      .parse(await findEventWithAttempts(database, tenant, reference));
    expect(shown.attempts.map(({ number }) => number)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(shown.delivery.status).toBe("exhausted");
  });

  test("waits as long as Retry-After says, up to a day", async ({ database }) => {
    const { id } = await setUpEvent(database);
    const secondsUntil = (next: Date | null) => Math.round((next!.getTime() - Date.now()) / 1000);
    const later = await attempt(database, id, { ...refused, status: 429, retryAfterSeconds: 900 });
    expect(secondsUntil(later.next_attempt_at)).toBeCloseTo(900, -1);
    const tomorrow = await attempt(database, id, { ...refused, retryAfterSeconds: 9_000_000 });
    expect(secondsUntil(tomorrow.next_attempt_at)).toBeCloseTo(86_400, -1);
  });

  test("that was delivered is not sent again; a 410 disables the endpoint and holds later events", async ({
    database,
  }) => {
    const { id, tenant } = await setUpEvent(database);
    expect(await attempt(database, id, accepted)).toEqual({ status: "delivered", next_attempt_at: null });
    expect(await claimEvent(database, id)).toBeNull();

    await fund(database, tenant, 600n);
    await fund(database, tenant, 700n);
    const [second, third] = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select id from events where delivery_status = 'pending' order by id`);
    expect(await attempt(database, second!, { ...refused, status: 410 })).toMatchObject({
      status: "held",
    });
    expect(await claimEvent(database, third!)).toBeNull();
    await fund(database, tenant, 800n);
    const statuses = await database.anyFirst(sql.type(z.object({ s: z.string() }))`
      select delivery_json(e) ->> 'status' as s from events e order by id`);
    expect(statuses).toEqual(["delivered", "held", "held", "held"]);
  });

  test("held by a disabled endpoint is released when the URL is set again", async ({ database }) => {
    const { id, tenant } = await setUpEvent(database);
    await attempt(database, id, { ...refused, status: 410 });
    expect(await claimEvent(database, id)).toBeNull();
    await setWebhookEndpoint(database, masterKeys, tenant, "https://example.com/again", {});
    expect(await claimEvent(database, id)).toMatchObject({ url: "https://example.com/again" });
  });

  test("a 410 of the previous URL does not disable the endpoint at its new URL", async ({ database }) => {
    const { id, tenant } = await setUpEvent(database);
    const delivery = await claimEvent(database, id);
    await setWebhookEndpoint(database, masterKeys, tenant, "https://example.com/moved", {});
    const late = { ...refused, url: delivery!.url, status: 410 };
    expect(await recordAttempt(database, id, delivery!.fence, late)).toMatchObject({ status: "pending" });
    expect(await claimEvent(database, id)).toMatchObject({ url: "https://example.com/moved" });
  });

  test("a worker with an old claim records its attempt and changes nothing else", async ({ database }) => {
    const { id } = await setUpEvent(database);
    const first = await claimEvent(database, id);
    expect(await claimEvent(database, id)).toBeNull();
    await database.query(sql.type(z.object({}))`delete from worker_processes`);
    const second = await claimEvent(database, id);
    expect(await recordAttempt(database, id, first!.fence, accepted)).toMatchObject({ status: "pending" });
    expect(await recordAttempt(database, id, second!.fence, accepted)).toMatchObject({ status: "delivered" });
  });
});

describe("a webhook secret", () => {
  test("is encrypted in the database, kept when the URL is set again, and rotated with an overlap", async ({
    database,
  }) => {
    const { tenant, secret, id } = await setUpEvent(database);
    expect(
      await setWebhookEndpoint(database, masterKeys, tenant, "https://example.com/new", {}),
    ).toMatchObject({
      secret,
      isNew: false,
    });

    const { secret: rotated } = (await rotateWebhookSecret(database, masterKeys, tenant, 24, {}))!;
    expect(rotated).not.toBe(secret);
    const delivery = await claimEvent(database, id);
    const context = webhookSecretContext(tenant);
    expect(decrypt(masterKeys, delivery!.secret, context)).toBe(rotated);
    expect(decrypt(masterKeys, delivery!.previousSecret!, context)).toBe(secret);
    expect(() =>
      decrypt(masterKeys, delivery!.secret, webhookSecretContext({ ...tenant, environment: "live" })),
    ).toThrow();
    expect(delivery!.secret.includes("whsec")).toBe(false);

    await recordAttempt(database, id, delivery!.fence, refused);
    await rotateWebhookSecret(database, masterKeys, tenant, 0, {});
    expect((await claimEvent(database, id))!.previousSecret).toBeNull();
  });
});
