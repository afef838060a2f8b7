import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { startCheckoutSession } from "../../sql/checkout/checkout.ts";
import { settleCredit } from "../../sql/collections/credits/credits.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import {
  createFundedMerchant,
  createLink,
  eventTypes,
  findEvents,
  ledgerDrift,
  provisionVirtualAccount,
} from "../helpers/records.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { test } from "../helpers/test.ts";
import { books, endTime, setUp } from "./pay-collection.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const DAY_IN_MINUTES = 24 * 60;

const naira = (value: number) => ({ value, currency: "NGN" });

/** What collection.unmatched told, oldest first. */
async function told(database: Database): Promise<Record<string, unknown>[]> {
  const events = await findEvents(database, "collection.unmatched");
  return events.map(({ body }) => JSON.parse(body).data as Record<string, unknown>);
}

/** An operator gives a merchant the money in suspense, or books that it was sent back. */
async function resolve(database: Database, amount: number, resolution: "release" | "refund"): Promise<void> {
  await database.query(sql.type(z.object({}))`
    select resolve_suspended_credit(reference, ${resolution}, null, null) from credits
    where status = 'suspended' and amount = ${amount}`);
}

/** Does the jobs of collections that end in steps. */
async function endSteps(database: Database): Promise<void> {
  for (;;) {
    const creditId = await database.maybeOneFirst(sql.type(z.object({ id: z.bigint() }))`
      select releasing_credit_id as id from collections where releasing_credit_id is not null`);
    if (creditId === null) return;
    await settleCredit(database, { creditId });
  }
}

describe("money that matches nothing", () => {
  test("is told of when it comes, with why, as GET shows it", async ({ database }) => {
    const { tenant, show, pay, events } = await setUp(database);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    expect(await show()).not.toHaveProperty("unmatched");
    await pay(1_001n);
    expect(await show()).toMatchObject({
      status: "expired",
      unmatched: { count: 1, amount: naira(1_001), reason: "wrong_amount" },
    });
    expect(await told(database)).toEqual([await show()]);

    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: DAY_IN_MINUTES });
    await pay(1_000n);
    expect(await show()).toMatchObject({ unmatched: { count: 2, amount: naira(2_001), reason: "late" } });
    expect((await told(database))[1]).toEqual(await show());
    const unmatched = ["collection.unmatched", "credit.unmatched"];
    expect(await events()).toEqual(["collection.expired", ...unmatched, ...unmatched]);
    expect(await books(database, tenant)).toEqual({ available: 0, suspense: 2_001 });
  });

  test("of a second payment is told of with the settled collection", async ({ database }) => {
    const { tenant, show, pay, events } = await setUp(database);
    await pay(1_000n);
    expect(await show()).not.toHaveProperty("unmatched");
    await pay(1_000n);
    expect(await told(database)).toEqual([await show()]);
    expect(await show()).toMatchObject({
      status: "succeeded",
      variance: "exact",
      amountReceived: naira(1_000),
      unmatched: { count: 1, amount: naira(1_000), reason: "closed" },
    });
    expect(await events()).toEqual(["collection.success", "collection.unmatched", "credit.unmatched"]);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 1_000 });
  });

  test.for(["succeeded", "expired"] as const)(
    "of another currency is told of once its collection %s, and adds nothing to the amount",
    async (end, { database }) => {
      const { tenant, show, pay, events } = await setUp(database);
      await pay(5n, { currency: "USD" });
      expect(await show()).not.toHaveProperty("unmatched");
      expect(await events()).toEqual([]);
      if (end === "succeeded") await pay(1_000n);
      else await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
      expect(await show()).toMatchObject({
        status: end,
        unmatched: { count: 1, amount: naira(0), reason: "wrong_amount" },
      });
      expect((await events()).toSorted()).toEqual(
        [end === "succeeded" ? "collection.success" : "collection.expired", "credit.unmatched"].toSorted(),
      );
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );

  test("for a one-time link that is paid is told of with its own collection", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const slug = await createLink(database, tenant);
    const [first, second] = [await startAttempt(database, slug), await startAttempt(database, slug)];
    for (const { reference } of [first, second, first])
      await payOnce(database, reference, randomUUID(), 500_000n);
    const [ofSecond, ofFirst] = await told(database);
    expect(ofSecond).toMatchObject({
      reference: second.collection.reference,
      status: "expired",
      unmatched: { count: 1, reason: "link_paid" },
    });
    expect(ofFirst).toMatchObject({
      reference: first.collection.reference,
      status: "succeeded",
      unmatched: { count: 1, reason: "link_paid" },
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not what a top-up can still complete, until the time is over", async ({ database }) => {
    const { tenant, show, pay, events } = await setUp(database);
    await pay(400n);
    expect(await show()).not.toHaveProperty("unmatched");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    const unmatched = { count: 1, amount: naira(400), reason: "wrong_amount" };
    expect(await show()).toMatchObject({ status: "expired", unmatched });
    const [expired] = await findEvents(database, "collection.expired");
    expect(JSON.parse(expired!.body).data).toMatchObject({ unmatched });
    await pay(600n);
    expect(await show()).toMatchObject({ status: "succeeded", late: true });
    expect(await show()).not.toHaveProperty("unmatched");
    expect(await events()).toEqual([
      "collection.underpaid",
      "collection.expired",
      "credit.unmatched",
      "credit.accepted",
      "collection.success",
    ]);
  });

  test("is counted without reading it, however much has come", async ({ database }) => {
    const { tenant, account, show, pay } = await setUp(database);
    await pay(400n);
    await database.query(sql.type(z.object({}))`
      insert into credits (
        reference, merchant_id, environment, collection_id, provider_reference, amount, currency, status, received_at
      )
      select 'crd_' || n, ${tenant.merchantId}, 'test', c.id, 'more:' || n, 1, 'NGN', 'received',
        now() - interval '1 day'
      from collections c, generate_series(1, 3000) n where c.reference = ${account.collection.reference}`);
    await database.query(sql.type(z.object({}))`
      update credits set status = 'suspended', unmatched_reason = case when reference < 'crd_2' then 'late' end
      where status = 'received'`);
    await database.query(sql.type(z.object({}))`analyze`);
    const read = await rowsReadBy(
      database,
      sql.fragment`
        collection_json((select c from collections c where c.reference = ${account.collection.reference}))`,
    );
    expect(read).toBeLessThan(10);
    // Those with a reason, while a top-up can still complete it; then all.
    expect(await show()).toMatchObject({
      unmatched: { count: 1_111, amount: naira(1_111), reason: "late" },
    });
    await endTime(database, account.reference, 1);
    await pay(1n);
    await endSteps(database);
    expect(await show()).toMatchObject({
      status: "expired",
      unmatched: { count: 3_002, amount: naira(3_401), reason: "wrong_amount" },
    });
  });

  test("reported or booked again is one event", async ({ database }) => {
    const { tenant, account } = await setUp(database);
    await endTime(database, account.reference, 2 * DAY_IN_MINUTES);
    const report = () => payOnce(database, account.reference, "same");
    await Promise.all([report(), report(), report()]);
    await report();
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.expired",
      "collection.unmatched",
      "credit.unmatched",
    ]);
    expect((await told(database))[0]).toMatchObject({ unmatched: { count: 1, reason: "late" } });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that comes while its account expires is told of once, after the expiry", async ({ database }) => {
    const { tenant, account, show } = await setUp(database);
    await endTime(database, account.reference, 1);
    const sweep = () => database.query(sql.type(z.object({}))`select expire_virtual_accounts('test', '{}')`);
    await Promise.all([sweep(), payOnce(database, account.reference, "one", 900n), sweep()]);
    await sweep();
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.expired",
      "collection.unmatched",
      "credit.unmatched",
    ]);
    expect(await show()).toMatchObject({ status: "expired", unmatched: { amount: naira(900) } });
    expect(await books(database, tenant)).toEqual({ available: 0, suspense: 900 });
  });

  test("leaves the collection when an operator resolves it", async ({ database }) => {
    const { tenant, show, pay } = await setUp(database);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    await pay(300n);
    await pay(500n);
    await resolve(database, 500, "refund");
    expect(await show()).toMatchObject({ unmatched: { count: 1, amount: naira(300) } });
    await resolve(database, 300, "release");
    expect(await show()).not.toHaveProperty("unmatched");
    expect(await books(database, tenant)).toEqual({ available: 300, suspense: 0 });
  });

  test("is shown to its merchant alone", async ({ database, ingress }) => {
    const { tenant, account, pay } = await setUp(database);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    await pay(5n);
    const { key } = await createMember(database);
    const path = `/v1/collections/${account.collection.reference}`;
    expect((await ingress.call("GET", path, { key })).status).toBe(404);
    expect((await ingress.call("GET", "/v1/events", { key })).data).toEqual([]);
  });
});

/** A payer who went on from a link's page: the account to pay into. */
async function startAttempt(database: Database, slug: string) {
  const payer = { email: "payer@example.com", amount: null, networks: [] };
  const started = await startCheckoutSession(database, { slug, tokenHash: randomBytes(32), ...payer });
  return provisionVirtualAccount(database, started.virtualAccountId!);
}

/** Money that a provider reports under an id, booked. */
async function payOnce(database: Database, recipient: string, providerReference: string, amount = 1_000n) {
  const { credit_id: id } = await recordCredit(database, {
    environment: "test",
    recipient,
    providerReference,
    amount,
    currency: "NGN",
    payer: null,
    confirmed: true,
  });
  if (id !== null)
    await Promise.all([settleCredit(database, { creditId: id }), settleCredit(database, { creditId: id })]);
}
