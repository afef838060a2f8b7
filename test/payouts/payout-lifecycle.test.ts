import { describe, expect } from "vitest";
import { z } from "zod";
import { claimPayoutConfirmation, schedulePayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import { reconcile } from "../helpers/reconcile.ts";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  eventTypes,
  fund,
  ledgerDrift,
  queuedJobs,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { letPollBecomeDue } from "./accept-test-payouts.ts";
import { asOperator } from "../helpers/as-operator.ts";

const failed = {
  kind: "failed",
  code: "DESTINATION_REJECTED",
  message: "The bank refused the account.",
} as const;

async function setUpPayout(database: Database) {
  const tenant = await createFundedMerchant(database, 100_000n);
  await resolveDestination(database, tenant);
  return { tenant, ...(await createPayout(database, tenant)) };
}

async function setUpClaimed(database: Database) {
  const payout = await setUpPayout(database);
  const claim = await claimPayout(database, payout.id);
  if (claim === null) throw new Error("the payout could not be claimed");
  return { ...payout, claim };
}

/** Claims a payout in any state to poll it, as an operator may want. */
async function claimPolled(database: Database, id: bigint) {
  await database.query(
    sql.type(z.object({}))`update payouts set next_confirmation_at = now() where id = ${id}`,
  );
  return (await claimPayoutConfirmation(database, { payoutId: id }))!;
}

const statusOf = (database: Database, id: bigint) =>
  database.oneFirst(sql.type(z.object({ status: z.string() }))`select status from payouts where id = ${id}`);

/** As though the payout had been accepted with a fee of 100 kobo. */
const setFee = (database: Database, id: bigint) =>
  database.query(
    sql.type(z.object({}))`update payouts set amount = amount - 100, fee = 100 where id = ${id}`,
  );

describe("a payout", () => {
  test("is claimed once, however many workers try", async ({ fileDatabase: database }) => {
    const { id } = await setUpPayout(database);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimPayout(database, id)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await statusOf(database, id)).toBe("processing");
  });

  test("that succeeds moves the reserve to the gateway and the fees, with one event", async ({
    database,
  }) => {
    const { id, tenant, claim } = await setUpClaimed(database);
    await setFee(database, id);
    expect(await finishPayout(database, claim, { kind: "succeeded" })).toBe("done");
    expect(await finishPayout(database, claim, { kind: "succeeded" })).toBe("stale");
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
    const system = await database.any(sql.type(z.object({ kind: z.string(), balance: z.bigint() }))`
      select kind, balance from ledger_balances where merchant_id is null and balance <> 0 order by kind`);
    expect(system).toEqual([
      { kind: "fees", balance: 100n },
      { kind: "gateway", balance: -100n },
    ]);
    expect(await eventTypes(database, tenant)).toEqual(["collection.success", "payout.succeeded"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that fails refunds amount and fee, once", async ({ fileDatabase: database }) => {
    const { id, tenant, claim } = await setUpClaimed(database);
    await setFee(database, id);
    const results = await Promise.all(Array.from({ length: 8 }, () => finishPayout(database, claim, failed)));
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success", "payout.failed"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that is reversed refunds the amount and keeps the fee", async ({ fileDatabase: database }) => {
    const { id, tenant, claim } = await setUpClaimed(database);
    await setFee(database, id);
    expect(await finishPayout(database, claim, { kind: "succeeded", confirmAgainAfterMs: 1 })).toBe("done");
    await letPollBecomeDue(database, id);
    const again = await claimPayoutConfirmation(database, { payoutId: id });
    expect(await finishPayout(database, again!, { kind: "reversed" })).toBe("done");
    expect(await balancesOf(database, tenant)).toEqual({ available: 99_900, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.success",
      "payout.succeeded",
      "payout.reversed",
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("first reported as reversed emits both events, and keeps the fee", async ({
    fileDatabase: database,
  }) => {
    const { id, tenant, claim } = await setUpClaimed(database);
    await setFee(database, id);
    expect(await finishPayout(database, claim, { kind: "reversed" })).toBe("done");
    expect(await balancesOf(database, tenant)).toEqual({ available: 99_900, reserved: 0 });
    expect(await eventTypes(database, tenant)).toEqual([
      "collection.success",
      "payout.succeeded",
      "payout.reversed",
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("that failed and is then reported as succeeded moves no money and is marked for review", async ({
    fileDatabase: database,
  }) => {
    const { id, tenant, claim } = await setUpClaimed(database);
    await finishPayout(database, claim, failed);
    const again = await claimPolled(database, id);
    expect(await finishPayout(database, again, { kind: "succeeded" })).toBe("contradiction");
    expect(await statusOf(database, id)).toBe("failed");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    const flagged = await database.oneFirst(sql.type(z.object({ needs_review: z.boolean() }))`
      select needs_review from payouts where id = ${id}`);
    expect(flagged).toBe(true);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of success and failure at once, one wins", async ({ fileDatabase: database }) => {
    const { tenant, claim } = await setUpClaimed(database);
    const ends = [{ kind: "succeeded" } as const, failed];
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, n) => finishPayout(database, claim, ends[n % 2]!)),
    );
    expect(results.filter((result) => result === "done")).toHaveLength(1);
    expect(await eventTypes(database, tenant)).toHaveLength(2);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("the write of a worker with an old claim changes nothing", async ({ fileDatabase: database }) => {
    const { id, tenant, claim } = await setUpClaimed(database);
    await letPollBecomeDue(database, id);
    const newer = await claimPayoutConfirmation(database, { payoutId: id });
    expect(await finishPayout(database, claim, failed)).toBe("stale");
    expect(await schedulePayoutConfirmation(database, claim)).toBeNull();
    expect(await finishPayout(database, newer!, { kind: "succeeded" })).toBe("done");
    expect(await statusOf(database, id)).toBe("succeeded");
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 0 });
  });

  test("of canceling and claiming at once, one wins, and a canceled payout's job is removed", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 2_000_000n);
    await resolveDestination(database, tenant);
    for (let round = 0; round < 20; round++) {
      const { id, reference } = await createPayout(database, tenant);
      const [claim, cancellation] = await Promise.all([
        claimPayout(database, id),
        cancelPayout(database, { tenant, reference, ...asOperator }),
      ]);
      expect([claim !== null, cancellation.outcome]).toEqual(
        claim === null ? [false, "canceled"] : [true, "not_pending"],
      );
      if (claim === null)
        expect(await queuedJobs(database)).not.toContainEqual(
          expect.objectContaining({ key: `execute_payout:${id}` }),
        );
    }
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is canceled by its own merchant in its own environment only", async ({ fileDatabase: database }) => {
    const { tenant, reference } = await setUpPayout(database);
    const stranger = await createFundedMerchant(database);
    expect((await cancelPayout(database, { tenant: stranger, reference, ...asOperator })).outcome).toBe(
      "not_found",
    );
    expect(
      (await cancelPayout(database, { tenant: { ...tenant, environment: "live" }, reference, ...asOperator }))
        .outcome,
    ).toBe("not_found");
    expect((await cancelPayout(database, { tenant, reference, ...asOperator })).outcome).toBe("canceled");
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
  });

  test("with unknown status is confirmed on schedule, then marked for review", async ({ database }) => {
    const { id, claim } = await setUpClaimed(database);
    const sentSecondsAgo = (seconds: number) =>
      database.query(sql.type(z.object({}))`
        update payouts set submitted_at = now() - make_interval(secs => ${seconds}) where id = ${id}`);
    const nextInSeconds = async (secondsAgo: number) => {
      await sentSecondsAgo(secondsAgo);
      const next = await schedulePayoutConfirmation(database, claim);
      return next === null ? null : Math.round((next.getTime() - Date.now()) / 1000) + secondsAgo;
    };
    const minutes = 60;
    const hours = 60 * minutes;
    expect(await nextInSeconds(11)).toBe(30);
    expect(await nextInSeconds(31)).toBe(1 * minutes);
    expect(await nextInSeconds(5 * minutes)).toBe(10 * minutes);
    expect(await nextInSeconds(31 * minutes)).toBe(1 * hours);
    expect(await nextInSeconds(23 * hours + 1)).toBe(24 * hours);
    expect(await nextInSeconds(24 * hours + 1)).toBeNull();
    const row = await database.one(sql.type(z.object({ status: z.string(), needs_review: z.boolean() }))`
      select status, needs_review from payouts where id = ${id}`);
    expect(row).toEqual({ status: "processing", needs_review: true });
    expect(await claimPayoutConfirmation(database, { payoutId: id })).toBeNull();
  });
});

describe("reconcile", () => {
  test("adds a job for every row that waits for a worker and has no runnable one", async ({ database }) => {
    const { id, tenant } = await setUpPayout(database);
    await fund(database, tenant, 100_000n);
    const claimed = await createPayout(database, tenant);
    await claimPayout(database, claimed.id);
    await database.query(sql.type(z.object({}))`
      update payouts set created_at = created_at - interval '1 minute',
        next_confirmation_at = next_confirmation_at - interval '1 minute'`);
    // One job lost, the other at the end of its attempts.
    await database.query(
      sql.type(
        z.object({}),
      )`delete from queue_test_money._private_jobs where key <> ${`execute_payout:${id}`}`,
    );
    await database.query(
      sql.type(z.object({}))`update queue_test_money._private_jobs set attempts = max_attempts`,
    );

    expect(await reconcile(database, { environment: "test" })).toBe(2);
    const runnable = await database.anyFirst(sql.type(z.object({ key: z.string() }))`
      select key from queued_jobs where key like '%payout:%' and attempts < max_attempts order by key`);
    expect(runnable).toEqual([`confirm_payout:${claimed.id}`, `execute_payout:${id}`]);
    expect(await reconcile(database, { environment: "test" })).toBe(0);
  });

  test.for([
    [
      "is locked longer than any task lives",
      sql.fragment`locked_by = 'pool', locked_at = now() - interval '61 seconds'`,
    ],
    [
      "failed so often that it waits for hours",
      sql.fragment`attempts = 9, run_at = now() + interval '2 hours'`,
    ],
  ] as const)("does not wait for a job that %s", async ([, state], { database }) => {
    const { id } = await setUpPayout(database);
    await database.query(
      sql.type(z.object({}))`update payouts set created_at = created_at - interval '1 minute'`,
    );
    expect(await reconcile(database, { environment: "test" })).toBe(0);
    await database.query(sql.type(z.object({}))`
      update queue_test_money._private_jobs set ${state} where key = ${`execute_payout:${id}`}`);
    expect(await reconcile(database, { environment: "test" })).toBe(1);
    const due = await database.anyFirst(sql.type(z.object({ due: z.boolean() }))`
      select run_at <= now() and locked_at is null as due from queued_jobs
      where key = ${`execute_payout:${id}`}`);
    expect(due).toEqual([true]);
  });

  test("removes a job that was replaced while it ran and then died", async ({ database }) => {
    const { id } = await setUpPayout(database);
    const key = `execute_payout:${id}`;
    await database.query(sql.type(z.object({}))`
      update queue_test_money._private_jobs set locked_at = now(), locked_by = 'pool' where key = ${key}`);
    await database.query(
      sql.type(z.object({}))`select enqueue_jobs('execute_payout', array[${id}]::bigint[])`,
    );
    const keys = async () => (await queuedJobs(database)).filter(({ task }) => task === "execute_payout");
    expect(await keys()).toHaveLength(2);
    await database.query(sql.type(z.object({}))`select from sweep_queues()`);

    expect(await keys()).toEqual([{ task: "execute_payout", key }]);
  });
});
