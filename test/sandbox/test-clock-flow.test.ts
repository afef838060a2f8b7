import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { Database } from "../../sql/process/database.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sandboxAccounts } from "../../workers/gateways/sandbox/outcomes.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { createMember } from "../helpers/create-member.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test as base } from "../helpers/test.ts";
import { startReceiver, type Received } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import type { ApiResponse, Call } from "../helpers/call.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";

const MINUTE = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;
/** Between the attempts at a delivery, in minutes, each 20 % more or less. */
const SCHEDULE = [5 / 60, 5, 30, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const naira = (value: number) => ({ value: value * 100, currency: "NGN" });

/** An ingress and its workers, for all tests of this file. */
const test = base.extend<{ platform: TestIngress }>({
  platform: [
    async ({ fileDatabaseUrl }, use) => {
      await using _workers = await startTestWorkers(fileDatabaseUrl);
      await using ingress = await startTestIngress(fileDatabaseUrl);
      await use(ingress);
    },
    { scope: "file" },
  ],
});

/** A merchant with ₦5,000 who hears of events at `url`, and does everything over HTTP. */
async function createMerchant(database: Database, call: Call, url: string) {
  const { tenant, key } = await createMember(database, { available: 500_000n });
  await setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});
  const get = async (path: string) => (await call("GET", path, { key })).data;
  const post = async (
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> => {
    const response = await call("POST", path, { key, body, headers });
    expect(response.error).toBeUndefined();
    return response;
  };
  return {
    tenant,
    get,
    post: async (path: string, body: object, headers?: Record<string, string>) =>
      (await post(path, body, headers)).data,
    advance: async (minutes: number) => (await post("/v1/sandbox/clock/advance", { minutes })).data,
    /** A virtual account that expects ₦1,000 for half an hour. */
    expectPayment: async () =>
      (await post("/v1/virtual-accounts", { customerEmail: "payer@example.com", amount: naira(1_000) })).data,
  };
}

/** The events of these requests, by their types. */
const typesOf = (requests: Received[]) =>
  requests.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type);

describe("with the test clock a merchant sees within seconds", () => {
  test("an account expire, and a late payment settle", async ({ platform: { call }, fileDatabase }) => {
    await using receiver = await startReceiver();
    const { get, post, advance, expectPayment } = await createMerchant(fileDatabase, call, receiver.url);
    const account = await expectPayment();
    const collection = `/v1/collections/${account.collection.reference}`;

    await advance(29);
    expect(await get(`/v1/virtual-accounts/${account.reference}`)).toMatchObject({ status: "active" });
    const clock = await advance(2);
    expect(Date.parse(clock.now)).toBeGreaterThan(Date.parse(account.expiresAt));
    expect(await get(`/v1/virtual-accounts/${account.reference}`)).toMatchObject({
      status: "expired",
      collection: { status: "expired" },
    });
    await expect.poll(() => typesOf(receiver.requests)).toEqual(["collection.expired"]);

    await post("/v1/sandbox/simulate/collection-success", {
      virtualAccountReference: account.reference,
      late: true,
    });
    const settled = await get(collection);
    expect(settled).toMatchObject({ status: "succeeded", late: true, variance: "exact" });
    expect(Date.parse(settled.settledAt)).toBeGreaterThan(Date.parse(account.expiresAt));
    await expect.poll(() => typesOf(receiver.requests)).toEqual(["collection.expired", "collection.success"]);
    expect(await get("/v1/balances")).toMatchObject([{ available: naira(6_000) }]);

    // A day after it expired nothing settles any more: it waits for an operator.
    const other = await expectPayment();
    await advance(30 + DAY + 1);
    await post("/v1/sandbox/simulate/collection-success", {
      virtualAccountReference: other.reference,
      late: true,
    });
    expect(await get(`/v1/collections/${other.collection.reference}`)).toMatchObject({
      status: "expired",
      amountReceived: naira(1_000),
    });
    expect(await get("/v1/balances")).toMatchObject([{ available: naira(6_000) }]);
    expect(await ledgerDrift(fileDatabase)).toEqual([]);
  });

  test("an unconfirmed payout confirmed again, and found succeeded", async ({
    platform: { call },
    fileDatabase,
  }) => {
    await using receiver = await startReceiver();
    const { get, post, advance } = await createMerchant(fileDatabase, call, receiver.url);
    const account = { bankCode: "058", accountNumber: sandboxAccounts.payoutTimesOut };
    const destination = await post("/v1/banks/verify-account", account);
    const headers = { "idempotency-key": randomUUID() };
    const { reference } = await post("/v1/payouts", { amount: naira(2_000), destination }, headers);
    const payout = () => get(`/v1/payouts/${reference}`);
    await expect.poll(async () => (await payout()).status).toBe("processing");
    expect(await get("/v1/balances")).toMatchObject([{ available: naira(3_000), reserved: naira(2_000) }]);

    await advance(1);
    // The real next question would be ten seconds after it was sent.
    await eventually(async () => expect((await payout()).status).toBe("succeeded"));
    expect(await get("/v1/balances")).toMatchObject([{ available: naira(3_000), reserved: naira(0) }]);
    await expect.poll(() => typesOf(receiver.requests)).toEqual(["payout.succeeded"]);
    expect(await ledgerDrift(fileDatabase)).toEqual([]);
  });

  test("a webhook go through its whole schedule, until it is exhausted", async ({
    platform: { call },
    fileDatabase,
  }) => {
    await using receiver = await startReceiver((response) => response.writeHead(500).end("not today"));
    const { get, advance, expectPayment } = await createMerchant(fileDatabase, call, receiver.url);
    await expectPayment();
    await advance(31);
    const [{ reference }] = await get("/v1/events");
    const event = () => get(`/v1/events/${reference}`);

    for (let attempt = 1; attempt <= SCHEDULE.length; attempt += 1) {
      const delivery = await eventually(async () => {
        const shown = (await event()).delivery;
        expect(shown).toMatchObject({ status: "pending", attempts: attempt });
        return shown;
      });
      const { now } = await get("/v1/sandbox/clock");
      const left = Date.parse(delivery.nextAttemptAt) - Date.parse(now);
      // The second comes after five seconds by itself, or as soon as the clock says so.
      await advance(Math.max(1, Math.ceil(left / MINUTE)));
    }
    await eventually(async () =>
      expect((await event()).delivery).toEqual({ status: "exhausted", attempts: SCHEDULE.length + 1 }),
    );
    await advance(7 * DAY);

    const attempts = (await get(`/v1/events/${reference}/attempts`)).toReversed();
    expect(attempts).toHaveLength(SCHEDULE.length + 1);
    expect(receiver.requests).toHaveLength(SCHEDULE.length + 1);
    const times = attempts.map(({ sentAt }: { sentAt: string }) => Date.parse(sentAt) / MINUTE);
    SCHEDULE.forEach((wait, n) => {
      const waited = times[n + 1]! - times[n]!;
      expect(waited, `before attempt ${n + 2}`).toBeGreaterThanOrEqual(wait * 0.8);
      // The clock moves in whole minutes, and the test itself takes its time.
      expect(waited, `before attempt ${n + 2}`).toBeLessThan(wait * 1.2 + 2);
    });
    // The times of signatures are real: receivers compare them with their own clocks.
    for (const { headers } of receiver.requests) {
      const [, time] = /^t=(\d+),/.exec(String(headers["x-service-signature"]))!;
      expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(60);
    }
  });

  test("an identity record go stale after 180 days", async ({ platform: { call }, fileDatabase }) => {
    await using receiver = await startReceiver();
    const { post, advance } = await createMerchant(fileDatabase, call, receiver.url);
    const check = () => post("/v1/kyc/bvn", { bvn: "22222222222", phone: "08030000000" });
    expect(await check()).toMatchObject({ verified: true, cacheHit: false });
    await advance(179 * DAY);
    expect(await check()).toMatchObject({ verified: true, cacheHit: true });
    await advance(DAY + 1);
    expect(await check()).toMatchObject({ verified: true, cacheHit: false });
    expect(await check()).toMatchObject({ verified: true, cacheHit: true });
  });

  test("the previous webhook secret stop signing when its overlap ends", async ({
    platform: { call },
    fileDatabase,
  }) => {
    await using receiver = await startReceiver();
    const { tenant, post, advance } = await createMerchant(fileDatabase, call, receiver.url);
    const signaturesOfNext = async () => {
      const before = receiver.requests.length;
      await post("/v1/kyc/nin", { nin: "22222222222", phone: "08030000000" });
      await expect.poll(() => receiver.requests.length).toBe(before + 1);
      const header = String(receiver.requests.at(-1)!.headers["x-service-signature"]);
      return header.split(",").map((pair) => pair.split("=")[0]);
    };
    expect(await signaturesOfNext()).toEqual(["t", "v1"]);
    await rotateWebhookSecret(fileDatabase, testEncryptionKeys, tenant, 24, {});
    expect(await signaturesOfNext()).toEqual(["t", "v1", "v1_prev"]);
    await advance(DAY - 1);
    expect(await signaturesOfNext()).toEqual(["t", "v1", "v1_prev"]);
    await advance(2);
    expect(await signaturesOfNext()).toEqual(["t", "v1"]);
  });
});
