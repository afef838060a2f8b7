import pg from "pg";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayouts, finishPayouts, reroutePayout } from "../helpers/worker-steps.ts";
import { claimPayoutConfirmation, type ClaimedPayout, type PayoutFinish } from "../../sql/payouts/payouts.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createPayoutCalls } from "../../workers/payouts/payout-calls.ts";
import { balancesOf, createFundedMerchant, eventTypes, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";
import { asOperator } from "../helpers/as-operator.ts";

const noRow = sql.type(z.object({}));
const succeeded = { kind: "succeeded" } as const;
const reversed = { kind: "reversed" } as const;
const failed = { kind: "failed", code: "DESTINATION_REJECTED", message: "The bank refused it." } as const;

/** A merchant with payouts of ten naira each, and their ids. */
async function setUp(database: Database, count = 1, available = 1_000_000n) {
  const tenant = await createFundedMerchant(database, available);
  const references = await acceptTestPayouts(database, tenant, { count });
  const ids = await Promise.all(
    references.map(async (reference) => (await findPayout(database, reference)).id),
  );
  return { tenant, references, ids };
}

async function claimAll(database: Database, ids: bigint[]): Promise<ClaimedPayout[]> {
  const claims = await claimPayouts(database, ids, { waits: true });
  return claims.map((claim) => {
    if (claim === null || claim === "locked") throw new Error("the payout could not be claimed");
    return claim;
  });
}

/** Locks rows in a transaction of its own until it is disposed of. */
async function hold(databaseUrl: string, lock: string, value: bigint): Promise<AsyncDisposable> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query(lock, [value]);
  return { [Symbol.asyncDispose]: () => holder.end() };
}

const holdBalance = (databaseUrl: string, { merchantId }: Tenant) =>
  hold(databaseUrl, "select from ledger_accounts where merchant_id = $1 for update", merchantId);

describe("a payout that two tasks claim in one call", () => {
  test("is claimed by one of them: it must not be sent twice", async ({ fileDatabase: database }) => {
    const { ids } = await setUp(database, 2);
    for (const [index, waits] of [false, true].entries()) {
      const id = ids[index]!;
      const claims = await claimPayouts(database, [id, id], { waits });
      expect(claims).toMatchObject([{ id, status: "processing" }, null]);
    }
  });
});

describe("a payout that is claimed for a gateway that may carry out a reference twice", () => {
  const mayRepeat = ["monnify"] as const;
  const claimLive = async (database: Database) => {
    const tenant = await createFundedMerchant(database, 1_000_000n, "live");
    const references = await acceptTestPayouts(database, tenant, { count: 3 });
    const ids = await Promise.all(
      references.map(async (reference) => (await findPayout(database, reference)).id),
    );
    const claims = await claimPayouts(database, ids, { waits: true, liveGateways: mayRepeat, mayRepeat });
    return claims as ClaimedPayout[];
  };
  const ask = async (database: Database, { id }: ClaimedPayout) => {
    await letPollBecomeDue(database, id);
    return (await claimPayoutConfirmation(database, { payoutId: id }))!;
  };

  test("counts as not sent until its worker writes that it calls, which only the newest claim may", async ({
    fileDatabase: database,
  }) => {
    const [started, overtaken, reported] = await claimLive(database);
    const newer = await ask(database, overtaken!);
    expect(newer.isUnsent).toBe(true);
    const { reference } = reported!;
    await recordProviderNotice(database, { gateway: "monnify", event: "transfer.failed", reference });

    const calls = createPayoutCalls(database);
    const starts = [started!, overtaken!, reported!].map((claim) => calls.start(claim));
    expect(await Promise.all(starts)).toEqual([true, false, false]);
    expect((await ask(database, started!)).isUnsent).toBe(false);
    // Nobody has it from its successor.
    expect(await calls.start(newer)).toBe(true);
  });

  test("goes to another such gateway with the same care, and to others without", async ({
    fileDatabase: database,
  }) => {
    const [one, other] = await claimLive(database);
    const unsent = { reason: "no_float", mayRepeat: ["monnify", "flutterwave"] } as const;
    const again = await reroutePayout(database, one!, { ...unsent, gateways: ["flutterwave"] });
    expect(again).toMatchObject({ sentThrough: "flutterwave" });
    expect((await ask(database, again!)).isUnsent).toBe(true);
    const elsewhere = await reroutePayout(database, other!, { ...unsent, gateways: ["paystack"] });
    expect((await ask(database, elsewhere!)).isUnsent).toBe(false);
  });
});

describe("payouts that are finished in one call", () => {
  test("have each their own result, journal and event", async ({ fileDatabase: database }) => {
    const one = await setUp(database, 5);
    const other = await setUp(database, 3);
    const [success, failure, early, old, twice] = await claimAll(database, one.ids);
    const [decided, late, untouched] = await claimAll(database, other.ids);
    await finishPayouts(database, [{ claim: decided!, end: failed }], { waits: true });
    const again = { ...decided!, fence: decided!.fence + 1n };

    const finishes: PayoutFinish[] = [
      { claim: late!, end: { ...succeeded, confirmAgainAfterMs: 60_000 } },
      { claim: success!, end: succeeded },
      { claim: failure!, end: failed },
      { claim: early!, end: reversed },
      { claim: { ...old!, fence: old!.fence - 1n }, end: failed },
      { claim: twice!, end: succeeded },
      { claim: twice!, end: failed },
      { claim: again, end: succeeded },
    ];
    expect(await finishPayouts(database, finishes, { waits: false })).toEqual([
      ...["done", "done", "done", "done", "stale", "done", "locked", "contradiction"],
    ]);

    const states = await database.any(sql.type(
      z.object({
        id: z.bigint(),
        status: z.string(),
        needs_review: z.boolean(),
        is_polled: z.boolean(),
        failure: z.string().nullable(),
      }),
    )`
      select id, status, needs_review, next_confirmation_at is not null as is_polled, failure_code as failure
      from payouts`);
    const stateOf = ({ id }: ClaimedPayout) => states.find((state) => state.id === id);
    expect(stateOf(success!)).toMatchObject({ status: "succeeded", is_polled: false, failure: null });
    expect(stateOf(failure!)).toMatchObject({ status: "failed", failure: "DESTINATION_REJECTED" });
    expect(stateOf(early!)).toMatchObject({ status: "reversed", is_polled: false });
    expect(stateOf(old!)).toMatchObject({ status: "processing", is_polled: true });
    expect(stateOf(twice!)).toMatchObject({ status: "succeeded" });
    expect(stateOf(decided!)).toMatchObject({ status: "failed", needs_review: true });
    expect(stateOf(late!)).toMatchObject({ status: "succeeded", is_polled: true });
    expect(stateOf(untouched!)).toMatchObject({ status: "processing" });
    expect((await eventTypes(database, one.tenant)).toSorted()).toEqual([
      ...["collection.success", "payout.failed", "payout.reversed"],
      ...["payout.succeeded", "payout.succeeded", "payout.succeeded"],
    ]);
    expect(await eventTypes(database, other.tenant)).toEqual([
      ...["collection.success", "payout.failed", "payout.succeeded"],
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("are of one payout: the second is judged by what the first made of it", async ({
    fileDatabase: database,
  }) => {
    const { tenant, ids } = await setUp(database);
    const [old] = await claimAll(database, ids);
    await letPollBecomeDue(database, old!.id);
    const current = (await claimPayoutConfirmation(database, { payoutId: old!.id }))!;
    const before = await balancesOf(database, tenant);
    const finishes: PayoutFinish[] = [
      { claim: old!, end: succeeded },
      { claim: current, end: failed },
    ];
    expect(await finishPayouts(database, finishes, { waits: true })).toEqual(["contradiction", "locked"]);
    expect(await finishPayouts(database, finishes.slice(1), { waits: true })).toEqual(["stale"]);
    expect(await findPayout(database, old!.reference)).toMatchObject({
      status: "processing",
      needs_review: true,
    });
    expect(await balancesOf(database, tenant)).toEqual(before);
  });

  test("share none of the trouble of one that the database refuses", async ({ fileDatabase: database }) => {
    const poor = await setUp(database);
    const others = await setUp(database, 4);
    const [refused] = await claimAll(database, poor.ids);
    const claims = await claimAll(database, others.ids);
    // What must not happen: its reserve is gone.
    await database.query(noRow`
      update ledger_accounts set balance = 0 where merchant_id = ${poor.tenant.merchantId} and kind = 'reserved'`);

    const calls = createPayoutCalls(database);
    const [first, ...results] = await Promise.allSettled(
      [claims[0]!, refused!, ...claims.slice(1)].map((claim) => calls.finish(claim, succeeded)),
    );
    expect([first, ...results].map((result) => result!.status)).toEqual([
      ...["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"],
    ]);
    expect(await balancesOf(database, others.tenant)).toMatchObject({ reserved: 0 });
    expect((await findPayout(database, poor.references[0]!)).status).toBe("processing");
  });
});

describe("while a merchant's balance is locked", () => {
  test("the payouts of others are claimed and finished, and its own afterwards", async ({
    database,
    databaseUrl,
  }) => {
    const locked = await setUp(database, 3);
    const free = await setUp(database, 3);
    const calls = createPayoutCalls(database);
    const claims = await Promise.all([...locked.ids, ...free.ids].map((id) => calls.claim(id)));

    const waiting: Promise<unknown>[] = [];
    {
      await using _holder = await holdBalance(databaseUrl, locked.tenant);
      waiting.push(...claims.slice(0, 3).map((claim) => calls.finish(claim!, succeeded)));
      const results = await Promise.all(claims.slice(3).map((claim) => calls.finish(claim!, succeeded)));
      expect(results).toEqual(["done", "done", "done"]);
      expect((await findPayout(database, locked.references[0]!)).status).toBe("processing");
    }
    expect(await Promise.all(waiting)).toEqual(["done", "done", "done"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a payout that is held is claimed when it is free, and all others before", async ({
    database,
    databaseUrl,
  }) => {
    const { ids, tenant, references } = await setUp(database, 4);
    const calls = createPayoutCalls(database);
    let held: Promise<ClaimedPayout | null>;
    {
      await using _holder = await hold(databaseUrl, "select from payouts where id = $1 for update", ids[1]!);
      held = calls.claim(ids[1]!);
      const others = await Promise.all([ids[0]!, ids[2]!, ids[3]!].map((id) => calls.claim(id)));
      expect(others.every((claim) => claim !== null)).toBe(true);
    }
    expect(await held).toMatchObject({ id: ids[1], status: "processing", fence: 1n });
    expect(await cancelPayout(database, { tenant, reference: references[1]!, ...asOperator })).toMatchObject({
      outcome: "not_pending",
    });
  });
});

test("two processes that claim, finish and cancel the payouts of many merchants, while more are accepted, do each once", async ({
  database,
}) => {
  const merchants = await Promise.all(Array.from({ length: 5 }, () => setUp(database, 12)));
  const processes = [createPayoutCalls(database), createPayoutCalls(database)];
  const canceled = new Set<string>();
  await Promise.all([
    ...merchants.flatMap(({ ids }) =>
      ids.flatMap((id, n) =>
        processes.map(async (calls) => {
          const claim = await calls.claim(id);
          if (claim !== null)
            expect(await calls.finish(claim, n % 3 === 0 ? failed : succeeded)).toBe("done");
        }),
      ),
    ),
    ...merchants.flatMap(({ tenant, references }) =>
      references.slice(6).map(async (reference) => {
        const { outcome } = await cancelPayout(database, { tenant, reference, ...asOperator });
        if (outcome === "canceled") canceled.add(reference);
      }),
    ),
    ...merchants.map(({ tenant }) => acceptTestPayouts(database, tenant, { count: 3 })),
  ]);
  const counts = await database.any(sql.type(z.object({ status: z.string(), n: z.number() }))`
    select status, count(*)::integer as n from payouts group by status`);
  const count = (status: string) => counts.find((row) => row.status === status)?.n ?? 0;
  expect(count("processing")).toBe(0);
  expect(count("pending")).toBe(15);
  expect(count("canceled")).toBe(canceled.size);
  expect(count("succeeded") + count("failed") + count("canceled")).toBe(60);
  const events = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
    select count(*)::integer as n from events where type in ('payout.succeeded', 'payout.failed')`);
  expect(events).toBe(count("succeeded") + count("failed"));
  expect(await ledgerDrift(database)).toEqual([]);
});
