import { createHmac } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  claimPayoutConfirmation,
  schedulePayoutConfirmation,
  type ClaimedPayout,
} from "../../sql/payouts/payouts.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant, findEvents, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { claimPayout, finishPayout, claimPayouts, reroutePayout } from "../helpers/worker-steps.ts";
import { contextWith } from "./accept-live-payout.ts";
import { acceptTestPayout, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

const key = "sk_live_of_the_tests";
const sign = (body: string, secret = key, hash = "sha512") =>
  createHmac(hash, secret).update(body).digest("hex");
const noticeOf = (event: string, reference: unknown) =>
  JSON.stringify({ event, data: { reference, status: "success", amount: 1_000, integration: { id: 1 } } });

/** Sends a notice as Paystack does; returns the status of the response. */
async function notify({ url }: TestIngress, body: string, signature = sign(body)): Promise<number> {
  const response = await fetch(`${url}/providers/paystack/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-paystack-signature": signature },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

const noticesIn = (database: Database) =>
  database.any(sql.type(z.object({ event: z.string(), reference: z.string(), fits: z.boolean() }))`
    select event, reference, payout_id is not null as fits from provider_notices order by id`);

/** A live payout that a worker has claimed, and whose result nobody knows; the next question is an hour away. */
async function sentPayout(database: Database): Promise<string> {
  const tenant = await createFundedMerchant(database, 5_000n, "live");
  const reference = await acceptTestPayout(database, tenant);
  await claimPayout(database, (await findPayout(database, reference)).id, "paystack");
  await deferred(database);
  return reference;
}
/** A live payout that ended so, and about which no poll is due. */
async function endedPayout(database: Database, status: "succeeded" | "failed") {
  const reference = await sentPayout(database);
  const { id, fence } = await findPayout(database, reference);
  const end =
    status === "failed"
      ? { kind: status, code: "TRANSFER_FAILED", message: "It was not carried out." }
      : { kind: status };
  expect(await finishPayout(database, { id, fence }, end)).toBe("done");
  return { reference, id };
}
const deferred = (database: Database) =>
  database.query(
    sql.type(
      z.object({}),
    )`update payouts set next_confirmation_at = now() + interval '1 hour' where status = 'processing'`,
  );
const isDue = async (database: Database, reference: string) =>
  (await findPayout(database, reference)).next_confirmation_at!.getTime() <= Date.now();

describe("a notice of Paystack's", () => {
  test("ends a payout, and brings one back, as soon as Paystack knows", async ({ database, databaseUrl }) => {
    await using paystack = await startPaystack();
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key] } });
    await using _workers = await startTestWorkers(databaseUrl, paystack.env);
    paystack.outcomes.set("0123456789", { status: "pending" });
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    const reference = await acceptTestPayout(database, tenant);
    await expect.poll(() => paystack.transfers.has(reference)).toBe(true);
    const status = async () => (await findPayout(database, reference)).status;
    await expect.poll(status).toBe("processing");

    paystack.transfers.get(reference)!.status = "succeeded";
    expect(await notify(ingress, noticeOf("transfer.success", reference))).toBe(200);
    await expect.poll(status).toBe("succeeded");
    paystack.transfers.get(reference)!.status = "reversed";
    expect(await notify(ingress, noticeOf("transfer.reversed", reference))).toBe(200);
    await expect.poll(status).toBe("reversed");
    for (const type of ["payout.succeeded", "payout.reversed"])
      expect(await findEvents(database, type, tenant)).toHaveLength(1);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not believed: Paystack's answer decides", async ({ database, databaseUrl }) => {
    await using paystack = await startPaystack();
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key] } });
    await using _workers = await startTestWorkers(databaseUrl, paystack.env);
    paystack.outcomes.set("0123456789", { status: "pending" });
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    const reference = await acceptTestPayout(database, tenant);
    await expect.poll(() => paystack.transfers.has(reference)).toBe(true);

    for (const event of ["transfer.success", "transfer.failed", "transfer.reversed"]) {
      const asked = paystack.calls.find;
      await deferred(database);
      expect(await notify(ingress, noticeOf(event, reference))).toBe(200);
      await expect.poll(() => paystack.calls.find).toBeGreaterThan(asked);
      expect((await findPayout(database, reference)).status).toBe("processing");
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is taken only with Paystack's signature over the exact bytes, by one of two keys", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const old = "sk_live_the_one_before";
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key, old] } });
    const reference = await sentPayout(database);
    const body = noticeOf("transfer.success", reference);
    const wrong = [
      ...["", "x", sign(body).slice(1), sign(body).toUpperCase(), sign(`${body} `)],
      ...[sign(body, "sk_live_guess"), sign(body, key, "sha256"), `t=1,v1=${sign(body)}`],
    ];
    for (const signature of wrong) expect(await notify(ingress, body, signature)).toBe(401);
    expect(await isDue(database, reference)).toBe(false);

    expect(await notify(ingress, body, sign(body, old))).toBe(200);
    expect(await isDue(database, reference)).toBe(true);
    const next = noticeOf("transfer.failed", reference);
    expect(await notify(ingress, next, sign(next))).toBe(200);
    expect(ingress.log()).not.toContain(key);

    await using without = await startTestIngress(databaseUrl);
    expect(await notify(without, body)).toBe(404);
  });

  const wrongEnds = [
    ["failed", "transfer.success", { kind: "succeeded" }, "contradiction"],
    ["succeeded", "transfer.reversed", { kind: "reversed" }, "done"],
  ] as const;
  test.for(wrongEnds)(
    "about a payout that %s: %s is polled until there is an answer",
    async ([status, event, end, result], { fileDatabase: database }) => {
      const { reference, id } = await endedPayout(database, status);
      expect(await recordProviderNotice(database, { gateway: "paystack", event, reference })).toBe("planned");
      // Paystack does not respond.
      const next = await schedulePayoutConfirmation(
        database,
        (await claimPayoutConfirmation(database, { payoutId: id }))!,
      );
      expect(next!.getTime() - Date.now()).toBeLessThan(11_000);
      await letPollBecomeDue(database, id);
      expect(
        await finishPayout(database, (await claimPayoutConfirmation(database, { payoutId: id }))!, end),
      ).toBe(result);
      expect((await findPayout(database, reference)).needs_review).toBe(result === "contradiction");
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );

  test("that Paystack does not answer for a day makes the payout wait for a person", async ({
    fileDatabase: database,
  }) => {
    const { reference, id } = await endedPayout(database, "failed");
    await recordProviderNotice(database, { gateway: "paystack", event: "transfer.success", reference });
    await database.query(sql.type(z.object({}))`
      update provider_notices set received_at = now() - interval '25 hours' where payout_id = ${id}`);
    const claim = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(await schedulePayoutConfirmation(database, claim)).toBeNull();
    expect(await findPayout(database, reference)).toMatchObject({ status: "failed", needs_review: true });
  });

  test("that agrees with the record does not make a payout wait for a person", async ({
    fileDatabase: database,
  }) => {
    const { reference, id } = await endedPayout(database, "succeeded");
    await recordProviderNotice(database, { gateway: "paystack", event: "transfer.success", reference });
    const claim = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(await schedulePayoutConfirmation(database, claim)).toBeNull();
    expect(await findPayout(database, reference)).toMatchObject({ needs_review: false });
  });

  test("brings a payout that waits for a person back to the questions", async ({
    fileDatabase: database,
  }) => {
    const reference = await sentPayout(database);
    const { id } = await findPayout(database, reference);
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = now() - interval '25 hours', needs_review = true, next_confirmation_at = null
      where id = ${id}`);
    await recordProviderNotice(database, { gateway: "paystack", event: "transfer.success", reference });
    expect((await findPayout(database, reference)).needs_review).toBe(false);
    const claim = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    const next = await schedulePayoutConfirmation(database, claim);
    expect(next!.getTime() - Date.now()).toBeLessThan(11_000);
    expect((await findPayout(database, reference)).needs_review).toBe(false);
  });

  test("that comes while a poll is in progress is polled again: the answer may be older", async ({
    fileDatabase: database,
  }) => {
    const reference = await sentPayout(database);
    const { id } = await findPayout(database, reference);
    await letPollBecomeDue(database, id);
    const underWay = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    await recordProviderNotice(database, { gateway: "paystack", event: "transfer.success", reference });
    expect(await schedulePayoutConfirmation(database, underWay)).toBeNull();
    expect(await isDue(database, reference)).toBe(true);
    const failed = { kind: "failed", code: "TRANSFER_FAILED", message: "no" } as const;
    expect(await finishPayout(database, underWay, failed)).toBe("stale");
    expect(await isDue(database, reference)).toBe(true);
  });

  test("is recorded once for an event, however often it is sent at once, and polls once", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key] } });
    const reference = await sentPayout(database);
    const body = noticeOf("transfer.success", reference);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => notify(ingress, body)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const kept = (await noticesIn(database)).filter((notice) => notice.reference === reference);
    expect(kept).toEqual([{ event: "transfer.success", reference, fits: true }]);
    await deferred(database);
    expect(await notify(ingress, body)).toBe(200);
    expect(await isDue(database, reference)).toBe(false);
  });

  test("about anything but a transfer is taken, and not kept", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key] } });
    const before = await noticesIn(database);
    const reference = await sentPayout(database);
    const others = [
      noticeOf("charge.success", "va_1"),
      noticeOf("charge.success", reference),
      noticeOf("transfer.success", 7),
      noticeOf("transfer.success", "x".repeat(101)),
      JSON.stringify({ event: "transfer.success" }),
      JSON.stringify({ event: ["x"], data: null, more: "\u0000" }),
      "{}",
    ];
    for (const body of others) expect(await notify(ingress, body)).toBe(200);
    expect(await noticesIn(database)).toEqual(before);
    expect(await isDue(database, reference)).toBe(false);
    expect(ingress.log()).not.toContain("NOTICE_UNMATCHED");
    expect(await notify(ingress, "[]")).toBe(422);
  });

  test("that fits no payout is kept for operators, ten thousand at most", async ({
    database,
    databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key] } });
    const pending = await acceptTestPayout(database, await createFundedMerchant(database, 5_000n, "live"));
    const odd = [
      noticeOf("transfer.success", pending),
      noticeOf("transfer.success", "pyt_01m807cdkjqery2b6fkwya0yss"),
      noticeOf("transfer.success", "rfd_01m807cdkjqery2b6fkwya0yss"),
      noticeOf("transfer.failed", "of somebody else"),
    ];
    for (const body of odd) expect(await notify(ingress, body)).toBe(200);
    expect(await noticesIn(database)).toEqual([
      { event: "transfer.success", reference: pending, fits: false },
      { event: "transfer.success", reference: "pyt_01m807cdkjqery2b6fkwya0yss", fits: false },
      { event: "transfer.success", reference: "rfd_01m807cdkjqery2b6fkwya0yss", fits: false },
      { event: "transfer.failed", reference: "of somebody else", fits: false },
    ]);
    // Others may use the account at Paystack: what is logged is ours.
    const unmatched = ingress.log().match(/^.*NOTICE_UNMATCHED.*$/gm);
    expect(unmatched).toEqual([
      expect.stringContaining(pending),
      expect.stringContaining("pyt_01m807cdkjqery2b6fkwya0yss"),
      expect.stringContaining("rfd_01m807cdkjqery2b6fkwya0yss"),
    ]);

    await database.query(sql.type(z.object({}))`
      insert into provider_notices (gateway, event, reference)
      select 'paystack', 'transfer.success', 'x' || n from generate_series(1, 9996) n`);
    const next = { gateway: "paystack", event: "transfer.success" } as const;
    const lost = "pyt_01m807cdkjqery2b6fkwya0yst";
    expect(await notify(ingress, noticeOf(next.event, lost))).toBe(200);
    expect(ingress.log()).toMatch(new RegExp(`"outcome":"full".*${lost}|${lost}.*"outcome":"full"`));
    // Another provider's are kept still.
    const other = { ...next, gateway: "monnify", reference: lost } as const;
    expect(await recordProviderNotice(database, other)).toBe("unmatched");
    // Those that fit are recorded all the same.
    const reference = await sentPayout(database);
    expect(await recordProviderNotice(database, { ...next, reference })).toBe("planned");
  });
});

describe("a notice of a gateway that had refused the payout", () => {
  /** A live payout that Paystack refused, and that was sent through `http` then. */
  async function refusedPayout(database: Database) {
    const reference = await acceptTestPayout(database, await createFundedMerchant(database, 5_000n, "live"));
    const { id } = await findPayout(database, reference);
    const [claim] = await claimPayouts(database, [id], { waits: true, liveGateways: ["paystack", "http"] });
    const refusal = { reason: "no_float", gateways: ["http"] } as const;
    const next = await reroutePayout(database, claim as ClaimedPayout, refusal);
    expect(next?.sentThrough).toBe("http");
    return { reference, next: next! };
  }
  const succeeded = { kind: "succeeded", confirmAgainAfterMs: 60_000 } as const;
  const needsReview = async (database: Database, reference: string) =>
    (await findPayout(database, reference)).needs_review;

  test("that it paid it marks it for review until a person has decided, whatever the other one says", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { webhookSecrets: { paystack: [key] } });
    const { reference, next } = await refusedPayout(database);
    expect(await notify(ingress, noticeOf("transfer.success", reference))).toBe(200);
    expect(await needsReview(database, reference)).toBe(true);
    expect(ingress.log()).toMatch(new RegExp(`TRANSFER_ACCEPTED_DESPITE_REFUSAL.*${reference}`));
    expect(await runOpsScript(databaseUrl, "payouts-to-review")).toContainEqual(
      expect.objectContaining({ reference, duplicate_gateway: "paystack" }),
    );
    // What was answered before the notice ends nothing: it is polled again, and shown to the person.
    expect(await finishPayout(database, next, succeeded)).toBe("contradiction");
    for (const result of ["done", "stale"]) {
      await letPollBecomeDue(database, next.id);
      const asked = (await claimPayoutConfirmation(database, { payoutId: next.id }))!;
      expect(await finishPayout(database, asked, succeeded)).toBe(result);
      expect(await findPayout(database, reference)).toMatchObject({
        status: "succeeded",
        needs_review: true,
      });
    }
    const acting = { actor: "ada", reason: "asked both" };
    expect(await decidePayout(database, { reference, outcome: "succeeded", acting })).toMatchObject({
      outcome: "decided",
    });
    const again = { gateway: "paystack", event: "transfer.success", reference } as const;
    expect(await recordProviderNotice(database, again)).toBe("repeated");
    expect(await needsReview(database, reference)).toBe(false);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that it paid it keeps the other one from getting it again", async ({ fileDatabase: database }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const { reference, next } = await refusedPayout(database);
    // The worker died before it sent it. `http` knows nothing of it, and may get it again as soon as it says so.
    const notice = { gateway: "paystack", event: "transfer.success", reference } as const;
    expect(await recordProviderNotice(database, notice)).toBe("accepted_despite_refusal");
    await letPollBecomeDue(database, next.id);
    await confirmPayout(contextWith(database, [paystack, http]), next.id);
    expect(http.calls).toMatchObject({ find: 1, transfer: 0 });
    expect(await findPayout(database, reference)).toMatchObject({ status: "processing", needs_review: true });
  });

  test.for(["failed", "reversed"] as const)(
    "that it paid it keeps the money where it is when the other one says %s",
    async (kind, { fileDatabase: database }) => {
      const { reference, next } = await refusedPayout(database);
      const notice = { gateway: "paystack", event: "transfer.success", reference } as const;
      expect(await recordProviderNotice(database, notice)).toBe("accepted_despite_refusal");
      await letPollBecomeDue(database, next.id);
      const asked = (await claimPayoutConfirmation(database, { payoutId: next.id }))!;
      const end = kind === "failed" ? { kind, code: "TRANSFER_FAILED", message: "It was not." } : { kind };
      expect(await finishPayout(database, asked, end)).toBe("contradiction");
      expect(await findPayout(database, reference)).toMatchObject({
        status: kind === "failed" ? "processing" : "succeeded",
        needs_review: true,
      });
      const acting = { actor: "ada", reason: "asked both" };
      expect(await decidePayout(database, { reference, outcome: "succeeded", acting })).toMatchObject({
        outcome: "decided",
      });
      expect((await findPayout(database, reference)).status).toBe("succeeded");
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );

  test("is kept as one that fits nothing where it paid nothing, or another one had it", async ({
    fileDatabase: database,
  }) => {
    const { reference } = await refusedPayout(database);
    for (const [gateway, event] of [
      ["paystack", "transfer.failed"],
      ["monnify", "transfer.success"],
    ] as const)
      expect(await recordProviderNotice(database, { gateway, event, reference })).toBe("unmatched");
    expect(await needsReview(database, reference)).toBe(false);
  });
});
