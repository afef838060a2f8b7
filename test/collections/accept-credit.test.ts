import { describe, expect } from "vitest";
import { z } from "zod";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { acceptCredit } from "../../sql/collections/credits/credits.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { outcomeOf, type Call } from "../helpers/call.ts";
import { addKey, createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createVirtualAccount,
  eventTypes,
  findEvents,
  ledgerDrift,
  payIn,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { books, endTime, setUp } from "./pay-collection.ts";
import { createUnmatchedCredit, newestCredit } from "./create-unmatched-credit.ts";

const kobo = (value: number) => ({ value, currency: "NGN" });
const DAY_IN_MINUTES = 24 * 60;

const accepting = (call: Call, key: string) => (credit: string, collection?: string) =>
  call("POST", `/v1/unmatched-credits/${credit}/accept`, { key, body: { collection } });

describe("accepting an unmatched credit", () => {
  test("makes a collection of it that succeeded, and can be refunded", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { credit, collection } = await createUnmatchedCredit(database, tenant, 10_000n, { name: "KEMI" });
    const accept = accepting(ingress.call, key);
    const { status, data } = await accept(credit);
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({ reference: credit, status: "accepted", reason: "closed" }),
    ]);
    expect(data.collection).not.toBe(collection);
    expect(await books(database, tenant)).toEqual({ available: 20_000, suspense: 0 });
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.success",
      "collection.unmatched",
      "credit.unmatched",
      "collection.success",
      "credit.accepted",
    ]);
    const listed = (await ingress.call("GET", `/v1/events?subject=${credit}`, { key })).data;
    expect(listed.map(({ type }: { type: string }) => type)).toEqual(["credit.accepted", "credit.unmatched"]);
    const made = (await ingress.call("GET", `/v1/collections/${data.collection}`, { key })).data;
    expect(made).toMatchObject({
      status: "succeeded",
      accepted: true,
      unmatchedCredit: credit,
      amount: kobo(10_000),
      amountReceived: kobo(10_000),
      variance: "exact",
      late: false,
      payer: { name: "KEMI" },
    });
    const told = (await findEvents(database, "collection.success")).map(({ body }) => JSON.parse(body).data);
    expect(told[1]).toEqual(made);
    expect(told[0]).not.toHaveProperty("accepted");
    const [movement] = (await ingress.call("GET", "/v1/balance-transactions", { key })).data;
    expect(movement).toMatchObject({
      kind: "unmatched_accepted",
      source: data.collection,
      net: kobo(10_000),
    });
    const origin = (await ingress.call("GET", `/v1/collections/${collection}`, { key })).data;
    expect(origin).not.toHaveProperty("unmatched");

    expect(outcomeOf(await accept(credit))).toBe("STATE_CONFLICT");
    const refund = await ingress.call("POST", "/v1/refunds", {
      key,
      body: { collection: data.collection, reason: "other" },
      headers: { "idempotency-key": "k" },
    });
    expect([refund.status, refund.data.amount]).toEqual([201, kobo(10_000)]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("completes the collection it came too late for, with the parts that wait there", async ({
    database,
  }) => {
    const { tenant, account, show, pay, events } = await setUp(database);
    await pay(400n);
    await endTime(database, account.reference, 2 * DAY_IN_MINUTES);
    await pay(600n);
    const accept = (reference: string, collection?: string) =>
      acceptCredit(database, { tenant, reference, collection, ...asOperator });
    const { reference } = account.collection;
    expect(await accept(await newestCredit(database, tenant), reference)).toMatchObject({
      outcome: "accepted",
      credit: { status: "accepted", collection: reference },
    });
    expect(await show()).toMatchObject({
      status: "succeeded",
      accepted: true,
      late: true,
      variance: "exact",
      amountReceived: kobo(1_000),
    });
    expect((await events()).slice(-3)).toEqual(["credit.accepted", "collection.success", "credit.accepted"]);
    expect(await books(database, tenant)).toEqual({ available: 1_000, suspense: 0 });
  });

  test("no longer counts towards the collection that it came for", async ({ database }) => {
    const { tenant, account, show, pay } = await setUp(database);
    await pay(400n);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    const reference = await newestCredit(database, tenant);
    const other = await createVirtualAccount(database, tenant, 300n);
    const collection = other.collection.reference;
    expect(await acceptCredit(database, { tenant, reference, collection, ...asOperator })).toMatchObject({
      outcome: "accepted",
      credit: { collection },
    });
    expect(await show()).toMatchObject({ status: "expired", amountReceived: kobo(0) });
    // Its account is closed, as if the payer had paid there.
    expect(await payIn(database, other.reference, 300n)).toBe("suspended");
    expect(await pay(600n)).toBe("suspended");
    expect(await payIn(database, account.reference, 1n)).toBe("suspended");
    expect(await books(database, tenant)).toEqual({ available: 400, suspense: 901 });
  });

  test("is refused into a collection that it doesn't complete", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { credit, collection } = await createUnmatchedCredit(database, tenant, 10_000n);
    const accept = accepting(ingress.call, key);
    const open = await createVirtualAccount(database, tenant, 10_001n);
    const stranger = await createMember(database);
    const theirs = await createVirtualAccount(database, stranger.tenant, 10_000n);
    const live = await addKey(database, tenant, { environment: "live" });
    const foreign = (await createUnmatchedCredit(database, stranger.tenant, 10_000n)).credit;
    expect(outcomeOf(await accept(credit, collection))).toBe("STATE_CONFLICT");
    expect(outcomeOf(await accept(credit, open.collection.reference))).toBe("STATE_CONFLICT");
    expect(outcomeOf(await accept(credit, theirs.collection.reference))).toBe("NOT_FOUND");
    expect(outcomeOf(await accept(foreign))).toBe("NOT_FOUND");
    expect(outcomeOf(await accepting(ingress.call, live.key)(credit))).toBe("NOT_FOUND");
    const { key: reads } = await addKey(database, tenant, { scopes: ["credits:read"] });
    expect(outcomeOf(await accepting(ingress.call, reads)(credit))).toBe("SCOPE_INSUFFICIENT");
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 0 });
    // One more kobo completes it, with what came before.
    await payIn(database, open.reference, 1n);
    expect((await accept(credit, open.collection.reference)).data).toMatchObject({ status: "accepted" });
    expect(await balancesOf(database, tenant)).toEqual({ available: 20_001, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("in another currency credits that currency's balance", async ({ database }) => {
    const { tenant, pay } = await setUp(database);
    await pay(1_000n);
    await pay(5n, { currency: "USD" });
    const reference = await newestCredit(database, tenant);
    const accepted = await acceptCredit(database, { tenant, reference, ...asOperator });
    expect(accepted).toMatchObject({
      outcome: "accepted",
      credit: { amount: { value: 5, currency: "USD" } },
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("happens once, however many try at once, an operator too", async ({ database }) => {
    const { tenant, account, pay } = await setUp(database);
    await pay(1_000n);
    await pay(1_000n);
    const reference = await newestCredit(database, tenant);
    const other = await createVirtualAccount(database, tenant, 1_000n);
    const accept = (collection?: string) =>
      acceptCredit(database, { tenant, reference, collection, ...asOperator });
    const release = sql.type(z.object({}))`
      select resolve_suspended_credit(${reference}, 'release', null, null)`;
    const collections = Array.from({ length: 8 }, (_, n) => (n % 2 ? other.collection.reference : undefined));
    const [attempts] = await Promise.all([
      Promise.all(collections.map(accept)),
      payIn(database, other.reference, 1_000n),
      payIn(database, account.reference, 1n),
      Promise.allSettled([database.query(release)]),
    ]);
    expect(attempts.filter(({ outcome }) => outcome === "accepted").length).toBeLessThanOrEqual(1);
    expect(await findEvents(database, "credit.accepted")).toHaveLength(1);
    const { available, suspense } = await books(database, tenant);
    expect([available! + suspense, suspense]).toEqual([3_001, expect.toBeOneOf([1, 1_001])]);
  });
});
