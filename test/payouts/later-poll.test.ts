import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayoutConfirmation, schedulePayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { sandboxAccounts } from "../../workers/gateways/sandbox/outcomes.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, createFundedMerchant, eventTypes, findEvents, ledgerDrift } from "../helpers/records.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startWorkerProcess, whileRunning } from "../helpers/platform/start-process.ts";
import { supervise } from "../helpers/platform/supervise.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { emptyQueue, findJobs } from "../queue/queued-jobs.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { acceptLivePayout } from "./accept-live-payout.ts";
import { acceptTestPayout, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

/** A limit for what hangs. On a busy machine, processes need a while to start. */
const HANGS_MS = 60_000;
const HOUR_MS = 60 * 60 * 1_000;
const success = { kind: "succeeded", confirmAgainAfterMs: 20 * HOUR_MS } as const;

/** A payout that succeeded, and that its provider may take back for 20 hours; with the claim that recorded it. */
async function setUpSuccess(database: Database, environment: "test" | "live" = "live") {
  const tenant = await createFundedMerchant(database, 5_000n, environment);
  const reference = await acceptTestPayout(database, tenant);
  const { id } = await findPayout(database, reference);
  const claim = (await claimPayout(database, id))!;
  expect(await finishPayout(database, claim, success)).toBe("done");
  return { tenant, reference, id, claim };
}

/** In how many hours the provider is polled. */
async function plannedInHours(database: Database, id: bigint): Promise<number | null> {
  return database.oneFirst(sql.type(z.object({ hours: z.number().nullable() }))`
    select round(extract(epoch from p.next_confirmation_at - business_now(p.merchant_id, p.environment)) / 3600)::float8
      as hours
    from payouts p where p.id = ${id}`);
}

/** As an operator polls by hand, whatever was planned. */
const askNow = (database: Database, id: bigint) =>
  database.query(sql.type(z.object({}))`
    select poll_payout(reference, row('Ada', null, null, 'the merchant asks', null)::acting)
    from payouts where id = ${id}`);

describe("the poll after a success", () => {
  test("can be claimed only when it is due", async ({ fileDatabase: database }) => {
    const { id } = await setUpSuccess(database);
    expect(await claimPayoutConfirmation(database, { payoutId: id })).toBeNull();
    expect(await plannedInHours(database, id)).toBe(20);
    await letPollBecomeDue(database, id);
    expect(await claimPayoutConfirmation(database, { payoutId: id })).toMatchObject({ status: "succeeded" });
  });

  test("is due by the test clock of its merchant", async ({ fileDatabase: database }) => {
    const { id, tenant } = await setUpSuccess(database, "test");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 20 * 60 - 1 });
    expect(await claimPayoutConfirmation(database, { payoutId: id })).toBeNull();
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 1 });
    const claim = await claimPayoutConfirmation(database, { payoutId: id });
    expect(await finishPayout(database, claim!, { kind: "reversed" })).toBe("done");
  });

  test("is not taken for polled when the result before it is written again, at any time", async ({
    fileDatabase: database,
  }) => {
    const { id, claim } = await setUpSuccess(database);
    expect(await finishPayout(database, claim, success)).toBe("stale");
    expect(await plannedInHours(database, id)).toBe(20);
    await letPollBecomeDue(database, id);
    expect(await finishPayout(database, claim, { kind: "succeeded" })).toBe("stale");
    expect(await claimPayoutConfirmation(database, { payoutId: id })).not.toBeNull();
  });

  test("is planned again when a success is polled too early", async ({ fileDatabase: database }) => {
    const { id, reference } = await setUpSuccess(database);
    await askNow(database, id);
    const early = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(await finishPayout(database, early, success)).toBe("stale");
    expect(await plannedInHours(database, id)).toBe(20);
    expect(await ledgerDrift(database)).toEqual([]);
    // Nor is the success lost when the provider does not know the payout.
    await askNow(database, id);
    expect(
      await schedulePayoutConfirmation(
        database,
        (await claimPayoutConfirmation(database, { payoutId: id }))!,
      ),
    ).not.toBeNull();
    expect(await plannedInHours(database, id)).toBe(20);

    await letPollBecomeDue(database, id);
    const due = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(await finishPayout(database, due, success)).toBe("stale");
    expect(await plannedInHours(database, id)).toBeNull();
    expect(await ledgerDrift(database)).toEqual([]);
    // Asked once more by hand, a success that stands plans nothing.
    await askNow(database, id);
    const again = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(await schedulePayoutConfirmation(database, again)).toBeNull();
    expect(await findPayout(database, reference)).toMatchObject({ needs_review: false });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is polled by hand although another poll is in progress, whose answer no longer counts", async ({
    fileDatabase: database,
  }) => {
    const { id } = await setUpSuccess(database);
    await letPollBecomeDue(database, id);
    const underWay = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    await askNow(database, id);
    expect(await schedulePayoutConfirmation(database, underWay)).toBeNull();
    expect(await claimPayoutConfirmation(database, { payoutId: id })).not.toBeNull();
  });

  test("cannot be polled by hand about a payout that never went to the provider", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n);
    const { id } = await findPayout(database, await acceptTestPayout(database, tenant));
    await expect(askNow(database, id)).rejects.toMatchObject({ code: "PB008" });
  });

  test("without a final result is polled for a day, and then needs a person", async ({
    fileDatabase: database,
  }) => {
    const { id, reference } = await setUpSuccess(database);
    await letPollBecomeDue(database, id);
    const claim = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    const next = await schedulePayoutConfirmation(database, claim);
    expect(next!.getTime() - Date.now()).toBeLessThan(11_000);

    await database.query(sql.type(z.object({}))`
      update payouts set reversible_until = reversible_until - interval '24 hours 1 second' where id = ${id}`);
    expect(await schedulePayoutConfirmation(database, claim)).toBeNull();
    expect(await findPayout(database, reference)).toMatchObject({ status: "succeeded", needs_review: true });

    // Asked about again by hand and resolved, it needs nobody any more.
    await askNow(database, id);
    expect(
      await finishPayout(database, (await claimPayoutConfirmation(database, { payoutId: id }))!, success),
    ).toBe("stale");
    expect(await findPayout(database, reference)).toMatchObject({ needs_review: false });
  });

  test("that was lost is found by the control of the books", async ({ database }) => {
    const { id, reference } = await setUpSuccess(database);
    expect(await ledgerDrift(database)).toEqual([]);
    await database.query(
      sql.type(z.object({}))`update payouts set next_confirmation_at = null where id = ${id}`,
    );
    const lost = [{ problem: "a success was never confirmed", subject: `payout ${reference}` }];
    expect(await ledgerDrift(database)).toEqual(lost);
    // A question that came before the provider's time was over proves nothing.
    await database.query(sql.type(z.object({}))`update payouts set confirmed_at = now() where id = ${id}`);
    expect(await ledgerDrift(database)).toEqual(lost);
  });
});

test("a transfer that was refused for good is polled once more, and needs nobody where it is not known then", async ({
  database,
}) => {
  await using monnify = await startMonnify();
  const payout = await acceptLivePayout(database, monnify);
  const claim = (await claimPayout(database, payout.id, "monnify"))!;
  // As for Monnify's D01: it made no transfer.
  const failed = {
    kind: "failed",
    code: "TRANSFER_FAILED",
    message: "No.",
    confirmAgainAfterMs: 20 * HOUR_MS,
  } as const;
  expect(await finishPayout(database, claim, failed)).toBe("done");
  await database.query(sql.type(z.object({}))`
    update payouts set reversible_until = now() - interval '1 second' where id = ${payout.id}`);
  await payout.confirm();
  expect(await plannedInHours(database, payout.id)).toBe(0);
  await payout.wait();
  await payout.confirm();
  expect(await plannedInHours(database, payout.id)).toBeNull();
  expect(await findPayout(database, payout.reference)).toMatchObject({
    status: "failed",
    needs_review: false,
  });
  expect(monnify.calls).toMatchObject({ transfer: 0, find: 2 });
  expect(await ledgerDrift(database)).toEqual([]);
});

describe.concurrent("a worker that dies with a success", { timeout: 180_000 }, () => {
  const one = { WORKER_CONCURRENCY: "1", WEBHOOK_CONCURRENCY: "1" };
  const deaths: Record<string, (databaseUrl: string) => Promise<void>> = {
    "killed before its job is completed": async (databaseUrl) => {
      await using victim = startWorkerProcess(databaseUrl, { ...one, CRASH_AT: "payout.finished" });
      expect(await victim.ended).toEqual({ code: null, signal: "SIGKILL" });
    },
    "killed with the reply to its last write lost": async (databaseUrl) => {
      await using network = await startProxy(databaseUrl);
      const lost = network.loseAt("finish_payouts", "reply");
      await using victim = startWorkerProcess(network.url, one);
      await whileRunning(victim, lost);
      victim.signal("SIGKILL");
      await victim.ended;
    },
  };

  for (const [death, die] of Object.entries(deaths)) {
    test(`${death}: the provider is polled when it is due, and its reversal is recorded`, async ({
      database,
      databaseUrl,
    }) => {
      const tenant = await createFundedMerchant(database, 5_000n);
      const reference = await acceptTestPayout(database, tenant, sandboxAccounts.payoutReverses);
      const { id } = await findPayout(database, reference);
      await emptyQueue(database, "execute_payout");
      await die(databaseUrl);
      expect((await findPayout(database, reference)).status).toBe("succeeded");
      // The sandbox takes the money back after two seconds; as though it took a day, like a bank.
      await database.query(sql.type(z.object({}))`
        update payouts set reversible_until = now() + interval '20 hours',
          next_confirmation_at = now() + interval '20 hours' where id = ${id}`);

      // The dead one's job runs again, and leaves the question for later.
      await using _successor = await supervise(() => startWorkerProcess(databaseUrl, one));
      await eventually(async () => expect(await findJobs(database)).toEqual([]), HANGS_MS);
      expect(await plannedInHours(database, id)).toBe(20);
      expect(await eventTypes(database, tenant)).toEqual(["collection.success", "payout.succeeded"]);

      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 20 * 60 });
      await eventually(
        async () => expect((await findPayout(database, reference)).status).toBe("reversed"),
        HANGS_MS,
      );
      expect(await balancesOf(database, tenant)).toEqual({ available: 5_000, reserved: 0 });
      expect(await findEvents(database, "payout.reversed")).toHaveLength(1);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }
});
