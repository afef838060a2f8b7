import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, findEvents, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout } from "../payouts/accept-test-payouts.ts";
import { claimEvent } from "./claim-event.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { recordAttempt } from "../helpers/worker-steps.ts";

function findAttempts(database: Database) {
  const row = z.object({
    number: z.number(),
    response_status: z.number().nullable(),
    response_body: z.string().nullable(),
    error: z.string().nullable(),
  });
  return database.any(sql.type(row)`
    select number, response_status, response_body, error from webhook_attempts order by event_id, number`);
}

function hasValidSignature(header: unknown, body: Buffer, secret: string): boolean {
  const { t, v1 } = Object.fromEntries(
    String(header)
      .split(",")
      .map((pair) => pair.split("=")),
  ) as Record<string, string>;
  return createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex") === v1;
}

describe.concurrent("delivering a webhook", () => {
  test("sends the stored bytes under a signature that verifies, once", async ({
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver();
    const tenant = await createFundedMerchant(database, 5_000n);
    const secret = await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayout(database, tenant);

    const event = await eventually(async () => {
      const [found] = await findEvents(database, "payout.succeeded");
      expect(found?.delivery_status).toBe("delivered");
      return found!;
    });
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request!.body.toString()).toBe(event.body);
    expect(hasValidSignature(request!.headers["x-service-signature"], request!.body, secret)).toBe(true);
    expect(request!.headers["webhook-id"]).toBe(event.reference);
    expect(request!.headers["content-type"]).toBe("application/json");
    expect(await findAttempts(database)).toEqual([
      { number: 1, response_status: 200, response_body: "thanks", error: null },
    ]);
  });

  test("retries after about five seconds, with the same id and bytes and a new signature", async ({
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver((response, _request, index) =>
      response.writeHead(index === 0 ? 500 : 204).end(index === 0 ? "broken" : undefined),
    );
    const tenant = await createFundedMerchant(database, 5_000n);
    await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayout(database, tenant);

    await eventually(async () => {
      expect((await findEvents(database, "payout.succeeded"))[0]?.delivery_status).toBe("delivered");
    });
    const [first, second] = receiver.requests;
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect(second!.headers["x-service-signature"]).not.toBe(first!.headers["x-service-signature"]);
    expect(await findAttempts(database)).toMatchObject([
      { number: 1, response_status: 500, response_body: "broken" },
      { number: 2, response_status: 204 },
    ]);
  });

  test("disables an endpoint that responds 410 and holds its event", async ({
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver((response) => response.writeHead(410).end());
    const tenant = await createFundedMerchant(database, 5_000n);
    await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayout(database, tenant);

    await eventually(async () => {
      expect((await findEvents(database, "payout.succeeded"))[0]?.delivery_status).toBe("held");
    });
    const disabled = sql.type(z.object({ disabled: z.boolean() }))`
      select disabled_at is not null as disabled from webhook_endpoints`;
    expect(await database.one(disabled)).toEqual({ disabled: true });
    await acceptTestPayout(database, tenant);
    await eventually(async () => expect(await findEvents(database, "payout.succeeded")).toHaveLength(2));
    expect(receiver.requests).toHaveLength(1);
  });

  test("waits as long as Retry-After says", async ({ database, workers: _workers }) => {
    await using receiver = await startReceiver((response) =>
      response.writeHead(429, { "retry-after": "3600" }).end(),
    );
    const tenant = await createFundedMerchant(database, 5_000n);
    await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayout(database, tenant);

    await eventually(async () => expect(await findAttempts(database)).toHaveLength(1));
    expect(await secondsToNextAttempt(database)).toBeGreaterThan(3_500);
    expect(await secondsToNextAttempt(database)).toBeLessThan(3_700);
  });

  test("a response that is cut off after its headers is not a delivery", async ({
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver((response) => {
      response.writeHead(200, { "content-length": "100" }).write("part");
      setTimeout(() => response.socket?.resetAndDestroy(), 50);
    });
    const tenant = await createFundedMerchant(database, 5_000n);
    await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayout(database, tenant);

    await eventually(async () => expect(await findAttempts(database)).not.toEqual([]));
    const [attempt] = await findAttempts(database);
    expect(attempt).toMatchObject({
      response_status: null,
      error:
        "the connection was closed while a response with status 200 was being read: check the server's log for a crash",
    });
    expect((await findEvents(database, "payout.succeeded"))[0]!.delivery_status).toBe("pending");
  });

  test("a receiver that hangs delays no payout", async ({ database, workers: _workers }) => {
    await using receiver = await startReceiver(() => {});
    const tenant = await createFundedMerchant(database, 50_000n);
    await setEndpoint(database, tenant, receiver.url);
    for (let sent = 0; sent < 8; sent += 1) await acceptTestPayout(database, tenant);
    await eventually(async () => expect(await findEvents(database, "payout.succeeded")).toHaveLength(8));
    expect(await findAttempts(database)).toEqual([]);
  });

  test("attempts follow the schedule within a fifth, and after the tenth the event is exhausted", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    await setEndpoint(database, tenant, "https://example.com/hooks");
    await database.query(sql.type(z.object({}))`
      select emit_event(${tenant.merchantId}, 'test', 'webhook.test', '{}'::json)`);
    const [event] = await findEvents(database, "webhook.test");

    const minute = 60;
    const hour = 60 * minute;
    const waits = [
      5,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ];
    for (const wait of waits) {
      expect((await attemptDelivery(database, event!.id)).status).toBe("pending");
      const seconds = await secondsToNextAttempt(database);
      expect(seconds).toBeGreaterThan(wait * 0.8 - 1);
      expect(seconds).toBeLessThan(wait * 1.2 + 1);
    }
    expect(await attemptDelivery(database, event!.id)).toEqual({
      status: "exhausted",
      next_attempt_at: null,
    });
    expect((await findEvents(database, "webhook.test"))[0]!.delivery_status).toBe("exhausted");
  });
});

async function attemptDelivery(database: Database, eventId: bigint) {
  const delivery = await claimEvent(database, eventId);
  const sent = { url: delivery!.url, requestHeaders: {}, durationMs: 1, status: 500 };
  return recordAttempt(database, eventId, delivery!.fence, sent);
}

function secondsToNextAttempt(database: Database): Promise<number> {
  return database.oneFirst(sql.type(z.object({ seconds: z.number() }))`
    select extract(epoch from next_attempt_at - now())::double precision as seconds
    from events where delivery_status = 'pending' order by id desc limit 1`);
}
