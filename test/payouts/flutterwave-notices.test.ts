import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { startFlutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { acceptTestPayout, findPayout } from "./accept-test-payouts.ts";

const key = "a secret hash of the tests".replaceAll(" ", "0").padEnd(40, "x");
/** As the documents show one. */
const noticeOf = (status: unknown, reference: unknown, event: unknown = "transfer.completed") =>
  JSON.stringify({
    event,
    "event.type": "Transfer",
    data: {
      id: 33_286,
      account_number: "0690000033",
      bank_name: "ACCESS BANK NIGERIA",
      bank_code: "044",
      fullname: "Bale Gary",
      currency: "NGN",
      debit_currency: "NGN",
      amount: 30_020,
      fee: 26.875,
      status,
      reference,
      meta: null,
      complete_message: "Successful",
      is_approved: 1,
    },
  });

/** Sends a notice as Flutterwave does; returns the status of the response. */
async function notify({ url }: TestIngress, body: string, hash = key): Promise<number> {
  const response = await fetch(`${url}/providers/flutterwave/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "verif-hash": hash },
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
async function sentPayout(database: Database, through = "flutterwave"): Promise<string> {
  const tenant = await createFundedMerchant(database, 5_000n, "live");
  const reference = await acceptTestPayout(database, tenant);
  await claimPayout(database, (await findPayout(database, reference)).id, "flutterwave");
  await deferred(database);
  await database.query(sql.type(z.object({}))`
    update payouts set sent_through = ${through} where reference = ${reference}`);
  return reference;
}
const deferred = (database: Database) =>
  database.query(sql.type(z.object({}))`update payouts set next_confirmation_at = now() + interval '1 hour'`);
const isDue = async (database: Database, reference: string) =>
  (await findPayout(database, reference)).next_confirmation_at!.getTime() <= Date.now();

describe("a notice of Flutterwave's", () => {
  test("ends a payout as soon as Flutterwave knows", async ({ database, databaseUrl }) => {
    await using flutterwave = await startFlutterwave();
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { flutterwave: [key] } });
    await using _workers = await startTestWorkers(databaseUrl, flutterwave.env);
    flutterwave.outcomes.set("0123456789", { status: "pending" });
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    const reference = await acceptTestPayout(database, tenant);
    await expect.poll(() => flutterwave.transfers.has(reference)).toBe(true);
    const status = async () => (await findPayout(database, reference)).status;
    await expect.poll(status).toBe("processing");

    flutterwave.transfers.get(reference)!.status = "succeeded";
    expect(await notify(ingress, noticeOf("SUCCESSFUL", reference))).toBe(200);
    await expect.poll(status).toBe("succeeded");
    expect(await findEvents(database, "payout.succeeded", tenant)).toHaveLength(1);
    expect(flutterwave.calls.transfer).toBe(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not believed: Flutterwave's answer decides", async ({ database, databaseUrl }) => {
    await using flutterwave = await startFlutterwave();
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { flutterwave: [key] } });
    await using _workers = await startTestWorkers(databaseUrl, flutterwave.env);
    flutterwave.outcomes.set("0123456789", { status: "pending" });
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    const reference = await acceptTestPayout(database, tenant);
    await expect.poll(() => flutterwave.transfers.has(reference)).toBe(true);

    for (const word of ["SUCCESSFUL", "FAILED"]) {
      const asked = flutterwave.calls.find;
      await deferred(database);
      expect(await notify(ingress, noticeOf(word, reference))).toBe(200);
      await expect.poll(() => flutterwave.calls.find).toBeGreaterThan(asked);
      expect((await findPayout(database, reference)).status).toBe("processing");
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is taken only with Flutterwave's secret hash, one of two", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const old = "x".repeat(32);
    await using ingress = await startTestIngress(databaseUrl, {
      webhookSecrets: { flutterwave: [key, old] },
    });
    const reference = await sentPayout(database);
    const body = noticeOf("SUCCESSFUL", reference);
    const wrong = ["", "x", key.slice(1), `${key}x`, key.toUpperCase(), `${key},${old}`, old.slice(1)];
    for (const hash of wrong) expect(await notify(ingress, body, hash), hash).toBe(401);
    expect(await noticesOf(database, reference)).toEqual([]);
    expect(await isDue(database, reference)).toBe(false);

    expect(await notify(ingress, body, old)).toBe(200);
    expect(await isDue(database, reference)).toBe(true);
    expect(await notify(ingress, noticeOf("FAILED", reference))).toBe(200);
    expect(ingress.log()).not.toContain(key);

    await using without = await startTestIngress(databaseUrl, {
      webhookSecrets: { paystack: ["sk_live_x"] },
    });
    expect(await notify(without, body)).toBe(404);
  });

  test("is recorded once for an event, however often it is sent at once, and polls once", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { flutterwave: [key] } });
    const reference = await sentPayout(database);
    const body = noticeOf("SUCCESSFUL", reference);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => notify(ingress, body)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await noticesOf(database, reference)).toEqual([
      { gateway: "flutterwave", event: "transfer.success", fits: true },
    ]);
    await deferred(database);
    expect(await notify(ingress, body)).toBe(200);
    expect(await isDue(database, reference)).toBe(false);
  });

  test("about anything but a transfer is taken, and not kept", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { flutterwave: [key] } });
    const reference = await sentPayout(database);
    const others = [
      ...["NEW", "PENDING", "REVERSED", "successful", "constructor", "", 7, null].map((word) =>
        noticeOf(word, reference),
      ),
      ...["charge.completed", "transfer.success", "", 7, null].map((event) =>
        noticeOf("SUCCESSFUL", reference, event),
      ),
      noticeOf("SUCCESSFUL", 7),
      JSON.stringify({ event: "transfer.completed", data: null }),
      "{}",
    ];
    for (const body of others) expect(await notify(ingress, body)).toBe(200);
    expect(await noticesOf(database, reference)).toEqual([]);
    expect(await isDue(database, reference)).toBe(false);
    expect(await notify(ingress, "[]")).toBe(422);
  });

  test("about a payout that was sent through another provider is kept for operators, and polls nobody", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { flutterwave: [key] } });
    const reference = await sentPayout(database, "paystack");
    expect(await notify(ingress, noticeOf("FAILED", reference))).toBe(200);
    expect(await noticesOf(database, reference)).toEqual([
      { gateway: "flutterwave", event: "transfer.failed", fits: false },
    ]);
    expect(await isDue(database, reference)).toBe(false);
    expect(ingress.log()).toMatch(new RegExp(`NOTICE_UNMATCHED.*${reference}`));

    const event = "transfer.failed" as const;
    expect(await recordProviderNotice(database, { gateway: "paystack", event, reference })).toBe("planned");
  });
});
