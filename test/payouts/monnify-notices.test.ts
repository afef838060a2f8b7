import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { acceptTestPayout, findPayout } from "./accept-test-payouts.ts";

const key = "SECRET0OF0THE0TESTS";
const sign = (body: string, secret = key, hash = "sha512") =>
  createHmac(hash, secret).update(body).digest("hex");
const noticeOf = (eventType: string, reference: unknown) =>
  JSON.stringify({ eventType, eventData: { reference, amount: 10, status: "SUCCESS", sessionId: "0904" } });

/** Sends a notice as Monnify does; returns the status of the response. */
async function notify({ url }: TestIngress, body: string, signature = sign(body)): Promise<number> {
  const response = await fetch(`${url}/providers/monnify/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "monnify-signature": signature },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

const noticesOf = (database: Database, reference: string) =>
  database.any(sql.type(z.object({ gateway: z.string(), event: z.string(), fits: z.boolean() }))`
    select gateway, event, payout_id is not null as fits from provider_notices
    where reference = ${reference} order by id`);

/** A live payout that a worker has claimed, and whose result nobody knows; the next question is an hour away. */
async function sentPayout(database: Database, through = "monnify"): Promise<string> {
  const tenant = await createFundedMerchant(database, 5_000n, "live");
  const reference = await acceptTestPayout(database, tenant);
  await claimPayout(database, (await findPayout(database, reference)).id, "monnify");
  await deferred(database);
  await database.query(sql.type(z.object({}))`
    update payouts set sent_through = ${through} where reference = ${reference}`);
  return reference;
}
const deferred = (database: Database) =>
  database.query(sql.type(z.object({}))`update payouts set next_confirmation_at = now() + interval '1 hour'`);
const isDue = async (database: Database, reference: string) =>
  (await findPayout(database, reference)).next_confirmation_at!.getTime() <= Date.now();

describe("a notice of Monnify's", () => {
  test("ends a payout, and brings one back, as soon as Monnify knows", async ({ database, databaseUrl }) => {
    await using monnify = await startMonnify();
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [key] } });
    await using _workers = await startTestWorkers(databaseUrl, monnify.env);
    monnify.outcomes.set("0123456789", { status: "pending" });
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    const reference = await acceptTestPayout(database, tenant);
    await expect.poll(() => monnify.transfers.has(reference)).toBe(true);
    const status = async () => (await findPayout(database, reference)).status;
    await expect.poll(status).toBe("processing");

    monnify.transfers.get(reference)!.status = "succeeded";
    expect(await notify(ingress, noticeOf("SUCCESSFUL_DISBURSEMENT", reference))).toBe(200);
    await expect.poll(status).toBe("succeeded");
    monnify.transfers.get(reference)!.status = "reversed";
    expect(await notify(ingress, noticeOf("REVERSED_DISBURSEMENT", reference))).toBe(200);
    await expect.poll(status).toBe("reversed");
    for (const type of ["payout.succeeded", "payout.reversed"])
      expect(await findEvents(database, type, tenant)).toHaveLength(1);
    expect(monnify.calls.transfer).toBe(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not believed: Monnify's answer decides", async ({ database, databaseUrl }) => {
    await using monnify = await startMonnify();
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [key] } });
    await using _workers = await startTestWorkers(databaseUrl, monnify.env);
    monnify.outcomes.set("0123456789", { status: "pending" });
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    const reference = await acceptTestPayout(database, tenant);
    await expect.poll(() => monnify.transfers.has(reference)).toBe(true);

    for (const event of ["SUCCESSFUL", "FAILED", "REVERSED"]) {
      const asked = monnify.calls.find;
      await deferred(database);
      expect(await notify(ingress, noticeOf(`${event}_DISBURSEMENT`, reference))).toBe(200);
      await expect.poll(() => monnify.calls.find).toBeGreaterThan(asked);
      expect((await findPayout(database, reference)).status).toBe("processing");
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is taken only with Monnify's signature over the exact bytes, by one of two keys", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const old = "OLD0SECRET0OF0THE0TESTS";
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [key, old] } });
    const reference = await sentPayout(database);
    const body = noticeOf("SUCCESSFUL_DISBURSEMENT", reference);
    const wrong = [
      ...["", "x", sign(body).slice(1), sign(body).toUpperCase(), sign(`${body} `)],
      ...[sign(body, "GUESS0SECRET0OF0TESTS"), sign(body, key, "sha256")],
    ];
    for (const signature of wrong) expect(await notify(ingress, body, signature)).toBe(401);
    expect(await isDue(database, reference)).toBe(false);

    expect(await notify(ingress, body, sign(body, old))).toBe(200);
    expect(await isDue(database, reference)).toBe(true);
    const next = noticeOf("FAILED_DISBURSEMENT", reference);
    expect(await notify(ingress, next, sign(next))).toBe(200);
    expect(ingress.log()).not.toContain(key);

    await using without = await startTestIngress(databaseUrl, {
      webhookSecrets: { paystack: ["sk_live_x"] },
    });
    expect(await notify(without, body)).toBe(404);
  });

  test("is signed as the example in Monnify's documents is", async ({ fileDatabaseUrl: databaseUrl }) => {
    const secret = "91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y";
    const body = JSON.stringify({
      eventData: {
        product: { reference: "111222333", type: "OFFLINE_PAYMENT_AGENT" },
        transactionReference: "MNFY|76|20211117154810|000001",
        paymentReference: "0.01462001097368737",
        paidOn: "17/11/2021 3:48:10 PM",
        paymentDescription: "Mockaroo Jesse",
        metaData: {},
        destinationAccountInformation: {},
        paymentSourceInformation: {},
        amountPaid: 78000,
        totalPayable: 78000,
        offlineProductInformation: { code: "41470", type: "DYNAMIC" },
        cardDetails: {},
        paymentMethod: "CASH",
        currency: "NGN",
        settlementAmount: 77600,
        paymentStatus: "PAID",
        customer: { name: "Mockaroo Jesse", email: "111222333@ZZAMZ4WT4Y3E.monnify" },
      },
      eventType: "SUCCESSFUL_TRANSACTION",
    });
    const signature =
      "f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873" +
      "b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c";
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [secret] } });
    expect(await notify(ingress, body, signature)).toBe(200);
    expect(await notify(ingress, `${body} `, signature)).toBe(401);
  });

  test("is recorded once for an event, however often it is sent at once, and polls once", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [key] } });
    const reference = await sentPayout(database);
    const body = noticeOf("SUCCESSFUL_DISBURSEMENT", reference);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => notify(ingress, body)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await noticesOf(database, reference)).toEqual([
      { gateway: "monnify", event: "transfer.success", fits: true },
    ]);
    await deferred(database);
    expect(await notify(ingress, body)).toBe(200);
    expect(await isDue(database, reference)).toBe(false);
  });

  test("about anything but a transfer is taken, and not kept", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [key] } });
    const reference = await sentPayout(database);
    const others = [...["SUCCESSFUL_TRANSACTION", "SETTLEMENT", "toString", "transfer.success", ""]].map(
      (event) => noticeOf(event, reference),
    );
    others.push(
      noticeOf("SUCCESSFUL_DISBURSEMENT", 7),
      JSON.stringify({ eventType: ["x"], eventData: null }),
      "{}",
    );
    for (const body of others) expect(await notify(ingress, body)).toBe(200);
    expect(await noticesOf(database, reference)).toEqual([]);
    expect(await isDue(database, reference)).toBe(false);
    expect(await notify(ingress, "[]")).toBe(422);
  });

  test("about a payout that was sent through another provider is kept for operators, and polls nobody", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { monnify: [key] } });
    const reference = await sentPayout(database, "paystack");
    expect(await notify(ingress, noticeOf("FAILED_DISBURSEMENT", reference))).toBe(200);
    expect(await noticesOf(database, reference)).toEqual([
      { gateway: "monnify", event: "transfer.failed", fits: false },
    ]);
    expect(await isDue(database, reference)).toBe(false);
    expect(ingress.log()).toMatch(new RegExp(`NOTICE_UNMATCHED.*${reference}`));

    const event = "transfer.failed" as const;
    expect(await recordProviderNotice(database, { gateway: "paystack", event, reference })).toBe("planned");
  });
});
