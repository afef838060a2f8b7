import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { acceptCredit } from "../../sql/collections/credits/credits.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { cancelRefund, returnCredit } from "../../sql/refunds/refunds.ts";
import type { PayoutEnd } from "../../sql/payouts/payouts.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createLiveMember, createMember } from "../helpers/create-member.ts";
import {
  balancesOf,
  createFundedMerchant,
  createVirtualAccount,
  eventTypes,
  fund,
  idOf,
  ledgerDrift,
  payIn,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { fromPayer as from, payer } from "../refunds/create-collection.ts";
import { books, endTime } from "./pay-collection.ts";
import { createUnmatchedCredit, dispute, newestCredit } from "./create-unmatched-credit.ts";

const kobo = (value: number) => ({ value, currency: "NGN" });
const acting = { actor: "Ada", reason: "ticket 12" };

/** A merchant's collection of 10,000 kobo that was paid twice, from an account that its bank has just confirmed. */
async function createWaiting(database: Database, tenant: Tenant) {
  const { credit, collection } = await createUnmatchedCredit(database, tenant, 10_000n, from);
  await resolveDestination(database, tenant, payer);
  const sendBack = () => returnCredit(database, { tenant, reference: credit, least: 100n, ...asOperator });
  const accept = () => acceptCredit(database, { tenant, reference: credit, ...asOperator });
  return { credit, collection, show: () => showCredit(database, tenant, credit), sendBack, accept };
}

async function showCredit(database: Database, tenant: Tenant, credit: string) {
  return (await findByReference(database, "credits", tenant, credit))!;
}

const refundOf = async (shown: () => ReturnType<typeof showCredit>) => (await shown()).refund!;

const closed = { code: "DESTINATION_UNREACHABLE", message: "The account is closed." };

/** The provider's answer to a return that a worker has claimed. */
async function end(database: Database, refund: string, result: PayoutEnd) {
  const claimed = await claimPayout(database, await idOf(database, "payouts", refund));
  return finishPayout(database, claimed!, result);
}

async function decideInReview(database: Database, reference: string, outcome: "succeeded" | "failed") {
  await database.query(sql.type(z.object({}))`
    update payouts set needs_review = true where reference = ${reference}`);
  return (await decidePayout(database, { reference, outcome, acting })).outcome;
}

const kindsOf = (database: Database, tenant: Tenant) =>
  database.anyFirst(sql.type(z.object({ kind: z.string() }))`
    select j.kind from ledger_journals j where j.merchant_id = ${tenant.merchantId} and j.kind like 'return%'
    order by j.id`);

describe("returning an unmatched credit", () => {
  test("sends all of it to the account that paid, by a refund", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { credit, collection } = await createWaiting(database, tenant);
    const path = `/v1/unmatched-credits/${credit}`;
    const { status, data } = await ingress.call("POST", `${path}/return`, { key });
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({ status: "returning", collection, refund: expect.stringMatching(/^rfd_/) }),
    ]);
    const refund = (await ingress.call("GET", `/v1/refunds/${data.refund}`, { key })).data;
    expect(refund).toMatchObject({
      status: "pending",
      reason: "unmatched",
      unmatchedCredit: credit,
      collection,
      amount: kobo(10_000),
      destination: payer,
    });
    // None of it was the merchant's.
    expect(await balancesOf(database, tenant)).toEqual({ available: 10_000, reserved: 10_000 });
    const paid = (await ingress.call("GET", `/v1/collections/${collection}`, { key })).data;
    for (const name of ["amountRefunded", "refunds", "unmatched"]) expect(paid).not.toHaveProperty(name);
    expect(outcomeOf(await ingress.call("POST", `${path}/return`, { key }))).toBe("STATE_CONFLICT");
    expect(outcomeOf(await ingress.call("POST", `${path}/accept`, { key, body: {} }))).toBe("STATE_CONFLICT");

    await end(database, data.refund, { kind: "succeeded" });
    expect((await ingress.call("GET", path, { key })).data).toEqual({ ...data, status: "returned" });
    expect((await eventTypes(database, tenant)).slice(-2).toSorted()).toEqual([
      "credit.returned",
      "refund.succeeded",
    ]);
    expect(await books(database, tenant)).toEqual({ available: 10_000, suspense: 0 });
    expect(await kindsOf(database, tenant)).toEqual(["return_accepted", "return_settled"]);
    for (const query of ["", "?status=returned", `?collection=${collection}`])
      expect((await ingress.call("GET", `/v1/unmatched-credits${query}`, { key })).data).toHaveLength(1);
  });

  test("and accepting wait for operators while its provider takes it back", async ({ database, ingress }) => {
    const { tenant, key } = await createLiveMember(database);
    const { credit, sendBack, accept } = await createWaiting(database, tenant);
    const open = (kind: string, theirs: string) =>
      database.query(sql.type(z.object({}))`
        select open_credit_case(json_populate_record(null::credit_notices, json_build_object(
          'gateway', 'http', 'transaction', cr.provider_reference, 'kind', ${kind}::text, 'case_id', '7'
        )), ${theirs}) from credits cr where cr.reference = ${credit}`);
    const close = () =>
      database.query(sql.type(z.object({}))`
        select resolve_difference(d.reference, row('Ada', null, null, 'ticket 12', null)::acting)
        from reconciliation_differences d join credits cr on cr.id = d.credit_id where cr.reference = ${credit}`);
    await open("dispute", "10000 awaiting-merchant-feedback");
    for (const [name, body] of [["return"], ["accept", {}]] as const) {
      const refused = await ingress.call("POST", `/v1/unmatched-credits/${credit}/${name}`, { key, body });
      expect([refused.status, refused.error.code, refused.error.message]).toEqual([
        409,
        "STATE_CONFLICT",
        "The payer's bank is taking this payment back, or may. Contact support.",
      ]);
    }
    expect(await books(database, tenant)).toEqual({ available: 10_000, suspense: 10_000 });
    await close();
    await open("dispute", "10000 resolved declined");
    expect((await accept()).outcome).toBe("taken_back");
    await close();
    expect((await sendBack()).outcome).toBe("accepted");
  });

  test.for(["failed", "canceled", "reversed"] as const)(
    "that is %s has it wait again, to be returned or accepted",
    async (how, { database }) => {
      const tenant = await createFundedMerchant(database);
      const { show, sendBack, accept } = await createWaiting(database, tenant);
      expect(await sendBack()).toMatchObject({ outcome: "accepted", credit: { status: "returning" } });
      const refund = await refundOf(show);
      if (how === "canceled") await cancelRefund(database, { tenant, reference: refund, ...asOperator });
      else if (how === "failed") await end(database, refund, { kind: "failed", ...closed });
      else await end(database, refund, { kind: "reversed" });
      const failure = {
        failed: closed,
        canceled: undefined,
        reversed: { code: "TRANSFER_REVERSED", message: "The bank sent the return back." },
      }[how];
      const shown = await show();
      expect(shown).toMatchObject({ status: "waiting", refund });
      expect(shown.failure).toEqual(failure);
      expect((await eventTypes(database, tenant)).filter((type) => type === "credit.unmatched")).toHaveLength(
        2,
      );
      expect(await books(database, tenant)).toMatchObject({ suspense: 10_000 });

      expect(await sendBack()).toMatchObject({ outcome: "accepted" });
      expect(await refundOf(show)).not.toBe(refund);
      await cancelRefund(database, { tenant, reference: await refundOf(show), ...asOperator });
      expect(await accept()).toMatchObject({ outcome: "accepted" });
      expect(await books(database, tenant)).toMatchObject({ suspense: 0 });
    },
  );

  test("needs a destination where the payer's account is unknown", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { credit } = await createUnmatchedCredit(database, tenant, 10_000n, { name: "KEMI" });
    const { data } = await ingress.call("POST", `/v1/unmatched-credits/${credit}/return`, { key });
    expect(data).toMatchObject({ status: "returning" });
    const path = `/v1/refunds/${data.refund}`;
    expect((await ingress.call("GET", path, { key })).data).toMatchObject({ status: "needs_destination" });
    await resolveDestination(database, tenant, payer);
    const setDestination = () =>
      ingress.call("POST", `${path}/destination`, { key, body: { destination: payer } });
    const settle = await dispute(database, credit);
    expect(outcomeOf(await setDestination())).toBe("STATE_CONFLICT");
    await settle();
    const set = await setDestination();
    expect(set.data).toMatchObject({ status: "pending", destination: payer });
    await end(database, data.refund, { kind: "succeeded" });
    expect(await books(database, tenant)).toMatchObject({ suspense: 0 });
  });

  test("takes its charges from the balance, and gives them back if it fails", async ({
    database,
    ingress,
  }) => {
    const { tenant, key } = await createLiveMember(database);
    await fund(database, tenant, 4_999n);
    const { reference } = await createVirtualAccount(database, tenant, 1_000_001n);
    await payIn(database, reference, 1_000_000n, { environment: "live", payer: from });
    await endTime(database, reference, 1);
    await database.query(sql.type(z.object({}))`select expire_virtual_accounts('live', '{}')`);
    await resolveDestination(database, tenant, payer);
    const credit = await newestCredit(database, tenant);
    const path = `/v1/unmatched-credits/${credit}/return`;
    expect((await ingress.call("POST", path, { key })).error).toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { needed: kobo(5_000), fee: kobo(5_000), available: kobo(4_999) },
    });
    await fund(database, tenant, 1n);
    const { refund } = (await ingress.call("POST", path, { key })).data;
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 1_005_000 });
    await end(database, refund, { kind: "failed", ...closed });
    expect(await balancesOf(database, tenant)).toEqual({ available: 5_000, reserved: 0 });
    const movements = (await ingress.call("GET", "/v1/balance-transactions?limit=2", { key })).data;
    expect(movements).toMatchObject([
      { kind: "unmatched_return_failed", amount: kobo(0), net: kobo(5_000), source: refund },
      { kind: "unmatched_returned", amount: kobo(0), net: kobo(-5_000), source: refund },
    ]);
    const float = () =>
      database.oneFirst(sql.type(z.object({ gateway: z.string().nullable() }))`
        select paying_float(p) as gateway from payouts p where p.reference = ${refund}`);
    expect(await float()).toBeNull();
    await decideInReview(database, refund, "succeeded");
    expect(await float()).toBe("http");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that a person decides to have succeeded takes what was accepted since", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const { show, sendBack, accept } = await createWaiting(database, tenant);
    await sendBack();
    const refund = await refundOf(show);
    await end(database, refund, { kind: "failed", ...closed });
    const decide = (reference: string, outcome: "succeeded" | "failed") =>
      decideInReview(database, reference, outcome);
    // Another return is on its way: only one of them can have gone.
    await sendBack();
    expect(await decide(refund, "succeeded")).toBe("not_covered");
    await cancelRefund(database, { tenant, reference: await refundOf(show), ...asOperator });
    await accept();
    expect(await books(database, tenant)).toEqual({ available: 20_000, suspense: 0 });
    expect(await decide(refund, "succeeded")).toBe("decided");
    expect(await show()).toMatchObject({ status: "accepted" });
    expect(await books(database, tenant)).toEqual({ available: 10_000, suspense: 0 });
    expect(await decide(refund, "failed")).toBe("decided");
    expect(await books(database, tenant)).toEqual({ available: 20_000, suspense: 0 });
  });

  test("and accepting happen once, however many try at once", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const { sendBack, accept } = await createWaiting(database, tenant);
    const before = await books(database, tenant);
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? sendBack() : accept())));
    const done = outcomes.filter(({ outcome }) => outcome === "accepted");
    expect([before.suspense, done.length]).toEqual([10_000, 1]);
    expect((await books(database, tenant)).suspense).toBe(0);
  });

  test("is refused once a hundred of it failed; it can still be accepted", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { credit, show, sendBack, accept } = await createWaiting(database, tenant);
    for (let attempt = 1; attempt <= 100; attempt += 1) {
      expect(await sendBack()).toMatchObject({ outcome: "accepted" });
      await cancelRefund(database, { tenant, reference: await refundOf(show), ...asOperator });
    }
    const told = await ingress.call("POST", `/v1/unmatched-credits/${credit}/return`, { key });
    expect([told.status, told.error]).toMatchObject([
      409,
      { code: "STATE_CONFLICT", message: "A payment can have at most 100 returns. Contact support." },
    ]);
    expect(await show()).toMatchObject({ status: "waiting" });
    expect(await accept()).toMatchObject({ outcome: "accepted" });
    expect(await books(database, tenant)).toEqual({ available: 20_000, suspense: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is refused for what cannot go back, and to strangers", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { credit } = await createWaiting(database, tenant);
    const sendBack = (by: string, reference: string) =>
      ingress.call("POST", `/v1/unmatched-credits/${reference}/return`, { key: by });
    const stranger = await createMember(database);
    expect(outcomeOf(await sendBack(stranger.key, credit))).toBe("NOT_FOUND");
    const { key: reads } = await addKey(database, tenant, { scopes: ["credits:read"] });
    expect(outcomeOf(await sendBack(reads, credit))).toBe("SCOPE_INSUFFICIENT");
    const tiny = await createUnmatchedCredit(database, tenant, 99n, from);
    expect(outcomeOf(await sendBack(key, tiny.credit))).toBe("STATE_CONFLICT");
    expect(await balancesOf(database, tenant)).toMatchObject({ reserved: 0 });
  });
});
