import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayoutConfirmation, type PayoutEnd } from "../../sql/payouts/payouts.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { balancesOf, createFundedMerchant, eventTypes, fund, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { acceptTestPayout, acceptTestPayouts, findPayout } from "./accept-test-payouts.ts";

const acting = { actor: "Ada", reason: "The bank's statement says so." };
const ends = {
  succeeded: { kind: "succeeded" },
  failed: { kind: "failed", code: "DESTINATION_REJECTED", message: "No." },
  reversed: { kind: "reversed" },
} satisfies Record<string, PayoutEnd>;
type End = keyof typeof ends;

/** A live payout of ₦10, which costs ₦10, of a merchant with ₦50; its provider reported these ends, in this order. */
async function setUp(database: Database, ...reported: End[]) {
  const before = await systemBooks(database);
  const tenant = await createFundedMerchant(database, 5_075n, "live");
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  const claim = (await claimPayout(database, id))!;
  /** The merchant's books, and what the system's have more than before. */
  const books = async () => {
    const now = await systemBooks(database);
    const moved = { float_http: now.float_http - before.float_http, fees: now.fees - before.fees };
    return { ...(await balancesOf(database, tenant)), ...moved };
  };
  for (const [n, end] of reported.entries())
    await finishPayout(database, n === 0 ? claim : await claimPolled(database, id), ends[end]);
  // Or none, for a day.
  if (reported.length === 0)
    await run(
      database,
      sql.fragment`update payouts set needs_review = true, next_confirmation_at = null where id = ${id}`,
    );
  expect(await findPayout(database, reference)).toMatchObject({ needs_review: true });
  return { tenant, reference, id, claim, books };
}

async function claimPolled(database: Database, id: bigint) {
  await run(database, sql.fragment`update payouts set next_confirmation_at = now() where id = ${id}`);
  return (await claimPayoutConfirmation(database, { payoutId: id }))!;
}

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** What payouts move in the system's books, in kobo. */
async function systemBooks(database: Database) {
  const books = await database.any(sql.type(z.object({ kind: z.string(), balance: z.bigint() }))`
    select kind, balance from ledger_balances
    where merchant_id is null and environment = 'live' and currency = 'NGN'
      and kind in ('float_http', 'fees')`);
  const of = (kind: string) => Number(books.find((each) => each.kind === kind)?.balance ?? 0);
  return { float_http: of("float_http"), fees: of("fees") };
}

const kept = { available: 5_075, reserved: 0, float_http: -5_075, fees: 0 };
const paid = { available: 3_000, reserved: 0, float_http: -4_075, fees: 1_000 };
const sentBack = { available: 4_000, reserved: 0, float_http: -5_075, fees: 1_000 };

describe("a payout that needs a person", () => {
  const cases: [
    reported: End[],
    decided: "succeeded" | "failed",
    status: string,
    books: object,
    event: string[],
  ][] = [
    [[], "succeeded", "succeeded", paid, ["payout.succeeded"]],
    [[], "failed", "failed", kept, ["payout.failed"]],
    [["failed", "succeeded"], "succeeded", "succeeded", paid, ["payout.failed", "payout.succeeded"]],
    [["failed", "succeeded"], "failed", "failed", kept, ["payout.failed"]],
    [["succeeded", "failed"], "succeeded", "succeeded", paid, ["payout.succeeded"]],
    [["succeeded", "failed"], "failed", "reversed", sentBack, ["payout.succeeded", "payout.reversed"]],
    [
      ["reversed", "succeeded"],
      "succeeded",
      "succeeded",
      paid,
      ["payout.succeeded", "payout.reversed", "payout.succeeded"],
    ],
    [["reversed", "succeeded"], "failed", "reversed", sentBack, ["payout.succeeded", "payout.reversed"]],
  ];
  for (const [reported, decided, status, expected, events] of cases) {
    const told = reported.length === 0 ? "nothing" : reported.join(", then ");
    test(`of which the provider said ${told}, decided ${decided}, is ${status}, and the books follow`, async ({
      fileDatabase: database,
    }) => {
      const { tenant, reference, claim, books } = await setUp(database, ...reported);
      expect(await decidePayout(database, { reference, outcome: decided, acting })).toMatchObject({
        outcome: "decided",
        payout: { reference, status },
      });
      expect(await books()).toEqual(expected);
      expect((await eventTypes(database, tenant)).filter((type) => type.startsWith("payout"))).toEqual(
        events,
      );
      expect(await findPayout(database, reference)).toMatchObject({
        status,
        needs_review: false,
        // The provider may still take a live success back.
        next_confirmation_at: status === "succeeded" ? expect.anything() : null,
      });
      expect(await ledgerDrift(database)).toEqual([]);

      // Decided once; a worker that comes late changes nothing.
      expect(await decidePayout(database, { reference, outcome: decided, acting })).toEqual({
        outcome: "no_decision_needed",
        payout: null,
      });
      expect(await finishPayout(database, claim, ends.failed)).toBe("stale");
      expect(await books()).toEqual(expected);
    });
  }

  test("and is decided succeeded is polled once more, and an end against it is for a person again", async ({
    fileDatabase: database,
  }) => {
    const { reference, id, books } = await setUp(database);
    await decidePayout(database, { reference, outcome: "succeeded", acting });
    const inTwentyHours = sql.fragment`next_confirmation_at between now() + interval '19 h' and now() + interval '21 h'`;
    expect(
      await database.oneFirst(sql.type(z.object({ planned: z.boolean() }))`
        select ${inTwentyHours} as planned
        from payouts where id = ${id}`),
    ).toBe(true);
    expect(await finishPayout(database, await claimPolled(database, id), ends.reversed)).toBe(
      "contradiction",
    );
    expect(await findPayout(database, reference)).toMatchObject({ status: "succeeded", needs_review: true });
    await decidePayout(database, { reference, outcome: "failed", acting });
    expect(await books()).toEqual(sentBack);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is decided once by many at once", async ({ fileDatabase: database }) => {
    const { reference, books } = await setUp(database, "failed", "succeeded");
    const told = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        decidePayout(database, { reference, outcome: n % 2 === 0 ? "succeeded" : "failed", acting }),
      ),
    );
    expect(told.filter(({ outcome }) => outcome === "decided")).toHaveLength(1);
    expect([kept, paid]).toContainEqual(await books());
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("whose money was spent since is not decided succeeded, and moves nothing, until the balance covers it", async ({
    fileDatabase: database,
  }) => {
    const { tenant, reference, books } = await setUp(database, "failed", "succeeded");
    await acceptTestPayouts(database, tenant, { count: 2 });
    const before = await books();
    expect(before.available).toBe(925);
    expect(await decidePayout(database, { reference, outcome: "succeeded", acting })).toMatchObject({
      outcome: "not_covered",
    });
    expect(await books()).toEqual(before);
    expect(await findPayout(database, reference)).toMatchObject({ status: "failed", needs_review: true });

    await fund(database, tenant, 1_150n);
    expect(await decidePayout(database, { reference, outcome: "succeeded", acting })).toMatchObject({
      outcome: "decided",
    });
    expect(await books()).toMatchObject({ available: 0, fees: 1_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("once decided needs a person again when the provider says otherwise, and no journal is posted twice", async ({
    fileDatabase: database,
  }) => {
    const { reference, id } = await setUp(database, "failed", "succeeded");
    await decidePayout(database, { reference, outcome: "succeeded", acting });
    expect(await finishPayout(database, await claimPolled(database, id), ends.reversed)).toBe(
      "contradiction",
    );
    expect((await decidePayout(database, { reference, outcome: "failed", acting })).payout).toMatchObject({
      status: "reversed",
    });
    await finishPayout(database, await claimPolled(database, id), ends.succeeded);
    expect((await decidePayout(database, { reference, outcome: "succeeded", acting })).payout).toMatchObject({
      status: "succeeded",
    });
    await finishPayout(database, await claimPolled(database, id), ends.reversed);
    expect((await decidePayout(database, { reference, outcome: "failed", acting })).outcome).toBe(
      "moved_before",
    );
    expect((await decidePayout(database, { reference, outcome: "succeeded", acting })).outcome).toBe(
      "decided",
    );
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is told from one that needs none: nothing is decided, and no reference is made up", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant);
    const decide = async () =>
      (await decidePayout(database, { reference, outcome: "failed", acting })).outcome;
    expect(await decide()).toBe("no_decision_needed");
    const { id } = await findPayout(database, reference);
    const claim = (await claimPayout(database, id))!;
    expect(await decide()).toBe("no_decision_needed");
    await finishPayout(database, claim, ends.succeeded);
    expect(await decide()).toBe("no_decision_needed");
    expect(
      (await decidePayout(database, { reference: "pyt_unknown", outcome: "failed", acting })).outcome,
    ).toBe("not_found");
    expect(await balancesOf(database, tenant)).toEqual({ available: 4_000, reserved: 0 });
  });
});
