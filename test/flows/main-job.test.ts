import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createLog } from "../../sql/process/logging.ts";
import { createApiKey } from "../../sql/keys/api-keys.ts";
import { createMerchant } from "../../sql/merchants/merchants.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { queues } from "../../sql/queue/jobs.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { isSigned } from "./is-signed.ts";
import { asOperator } from "../helpers/as-operator.ts";

const naira = (value: number) => ({ value: value * 100, currency: "NGN" });

describe("the main job", () => {
  test("money comes in and goes out, each step has an event, and nothing personal is logged or queued", async ({
    database,
    databaseUrl,
  }) => {
    let workerLog = "";
    const log = createLog("workers", "debug", { write: (line) => void (workerLog += line) });
    await using receiver = await startReceiver();
    await using ingress = await startTestIngress(databaseUrl, { logLevel: "debug" });
    const workers = await startTestWorkers(databaseUrl, {}, log);

    const merchant = await createMerchant(database, {
      name: "Kaduna Books",
      email: "owner@kadunabooks.example",
      acting: {},
    });
    const tenant = { merchantId: merchant.id, environment: "test" as const };
    const { secretKey: key } = await createApiKey(database, { ...tenant, ...asOperator });
    const { secret } = await setWebhookEndpoint(database, testEncryptionKeys, tenant, receiver.url, {});
    // Every job as it is queued: most are done and gone a moment later.
    await database.query(sql.type(z.object({}))`create table kept_jobs (job text)`);
    await database.query(sql.type(z.object({}))`
      create function keep_job() returns trigger language plpgsql security definer as $$
      begin insert into kept_jobs values (new::text); return new; end $$`);
    for (const { name } of queues)
      await database.query(sql.type(z.object({}))`
        create trigger keep_job after insert or update on ${sql.identifier([name, "_private_jobs"])}
        for each row execute function keep_job()`);

    // In.
    const account = await ingress.call("POST", "/v1/virtual-accounts", {
      key,
      body: { customerEmail: "canary@payer.example", amount: naira(5_000), expiresInMinutes: 60 },
    });
    expect(account.status).toBe(201);
    expect(account.data).toMatchObject({ status: "active", collection: { status: "awaiting_payment" } });
    const simulation = await ingress.call("POST", "/v1/sandbox/simulate/collection-success", {
      key,
      body: { virtualAccountReference: account.data.reference },
    });
    expect([simulation.status, simulation.data]).toEqual([200, { simulated: true }]);
    const collection = await ingress.call("GET", `/v1/collections/${account.data.collection.reference}`, {
      key,
    });
    expect(collection.data).toMatchObject({ status: "succeeded", amountReceived: naira(5_000) });
    const balances = async () => (await ingress.call("GET", "/v1/balances", { key })).data;
    expect(await balances()).toEqual([{ currency: "NGN", available: naira(5_000), reserved: naira(0) }]);

    // Out.
    const destination = { bankCode: "058", accountNumber: "8012345678" };
    const verified = await ingress.call("POST", "/v1/banks/verify-account", { key, body: destination });
    expect(Object.keys(verified.data).sort()).toEqual(["accountName", "accountNumber", "bankCode"]);
    const payout = await ingress.call("POST", "/v1/payouts", {
      key,
      headers: { "idempotency-key": randomUUID() },
      body: { amount: naira(2_000), destination: verified.data },
    });
    expect(payout.status).toBe(201);

    // Told of both, in bytes whose signature verifies and that say what GET says.
    await expect.poll(() => receiver.requests.length).toBe(2);
    expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
    const [first, second] = receiver.requests.map(({ body }) => JSON.parse(body.toString("utf8")));
    expect(first).toMatchObject({ type: "collection.success", data: collection.data });
    const settled = await ingress.call("GET", `/v1/payouts/${payout.data.reference}`, { key });
    expect(second).toMatchObject({ type: "payout.succeeded", data: settled.data });
    expect(await balances()).toEqual([{ currency: "NGN", available: naira(3_000), reserved: naira(0) }]);
    await expect
      .poll(async () =>
        (await ingress.call("GET", "/v1/events", { key })).data.map(
          (e: { delivery: { status: string } }) => e.delivery.status,
        ),
      )
      .toEqual(["delivered", "delivered"]);
    expect(await ledgerDrift(database)).toEqual([]);
    await workers[Symbol.asyncDispose]();

    const queued = await database.anyFirst(
      sql.type(z.object({ job: z.string() }))`select job from kept_jobs`,
    );
    const said = [ingress.log(), workerLog, ...queued].join("\n");
    for (const secretText of [key, secret, "8012345678", "canary@payer.example", verified.data.accountName]) {
      expect(said).not.toContain(secretText);
    }
    expect(queued.filter((job) => job.includes("execute_payout"))).not.toEqual([]);
    expect(ingress.log()).toContain(payout.headers.get("x-request-id"));
  });
});
