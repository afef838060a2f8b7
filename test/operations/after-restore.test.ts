import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import {
  claimPayoutConfirmation,
  claimPayoutResend,
  schedulePayoutConfirmation,
  type ClaimedPayout,
} from "../../sql/payouts/payouts.ts";
import { cancelPayout, decidePayout } from "../../sql/payouts/decisions.ts";
import { comparePayoutDestination } from "../../sql/payouts/destinations/payout-destinations.ts";
import { cancelRefund, setRefundDestination } from "../../sql/refunds/refunds.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  destination,
  idOf,
  ledgerDrift,
  resolveDestination,
} from "../helpers/records.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createPaidCollection, createRefund, payer } from "../refunds/create-collection.ts";

const restored = { gateway: "paystack", reason: "restored" };
const row = z.object({
  status: z.string(),
  sent_through: z.string().nullable(),
  needs_review: z.boolean(),
  is_due: z.boolean(),
});

function findPayout(database: Database, id: bigint) {
  return database.one(sql.type(row)`
    select status, sent_through, needs_review, coalesce(next_confirmation_at <= now(), false) as is_due
    from payouts where id = ${id}`);
}

/** A merchant with money in an environment, whose bank has told who holds the usual account. */
async function createPayer(database: Database, environment: "test" | "live") {
  const tenant = await createFundedMerchant(database, 10_000_000n, environment);
  await resolveDestination(database, tenant);
  return tenant;
}

describe("after-restore.sql", () => {
  test("may take twenty minutes, as the release after it: each writes all live payouts in one statement", async ({
    database,
    databaseUrl,
  }) => {
    await runSql(
      databaseUrl,
      `create table allowed (name text, allowed text);
       create function note_time() returns trigger language plpgsql as $$
       begin
         insert into allowed values (tg_op, current_setting('statement_timeout'));
         return null;
       end $$;
       create trigger note_time after insert or delete on payout_freezes execute function note_time()`,
    );
    await runOpsScript(databaseUrl, "after-restore", restored);
    await runOpsScript(databaseUrl, "release-payouts", { scope: "all", environment: "live", reason: "done" });
    const allowed = await database.any(sql.type(z.object({ name: z.string(), allowed: z.string() }))`
      select name, allowed from allowed`);
    expect(allowed).toEqual([
      { name: "INSERT", allowed: "20min" },
      { name: "DELETE", allowed: "20min" },
    ]);
  });

  test("takes live payouts that wait for sent, which nobody cancels or sends, and polls all", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database, "live");
    const [waiting, given, done] = [
      await createPayout(database, tenant),
      await createPayout(database, tenant),
      await createPayout(database, tenant),
    ];
    await claimPayout(database, given.id);
    await database.query(sql.type(z.object({}))`
      update payouts set needs_review = true, next_confirmation_at = null where id = ${given.id}`);
    await finishPayout(database, (await claimPayout(database, done.id))!, {
      kind: "failed",
      code: "X",
      message: "x",
    });
    const before = await balancesOf(database, tenant);

    expect(await runOpsScript(databaseUrl, "after-restore", restored)).toMatchObject([
      { status_at_the_moment: "pending", payouts: 1, amount: 100_000 },
      { status_at_the_moment: "processing", payouts: 1, amount: 100_000 },
    ]);
    const asked = { status: "processing", needs_review: true, is_due: true };
    expect(await findPayout(database, waiting.id)).toEqual({ ...asked, sent_through: "paystack" });
    // Through which gateway it was sent is known of this one.
    expect(await findPayout(database, given.id)).toEqual({ ...asked, sent_through: "http" });
    expect(await findPayout(database, done.id)).toMatchObject({ status: "failed", is_due: false });
    expect(await claimPayout(database, waiting.id)).toBeNull();
    const { merchantId, environment } = tenant;
    const canceled = await cancelPayout(database, {
      tenant: { merchantId, environment },
      reference: waiting.reference,
      ...asOperator,
    });
    expect(canceled).toMatchObject({ outcome: "not_pending" });
    expect(await runOpsScript(databaseUrl, "payout-freezes")).toMatchObject([
      { environment: "live", merchant: null, bank: null, actor: "Ada", reason: restored.reason },
    ]);
    expect(await balancesOf(database, tenant)).toEqual(before);
    expect(await ledgerDrift(database)).toEqual([]);

    // Again, after one that may have ended half way.
    expect(await runOpsScript(databaseUrl, "after-restore", restored)).toMatchObject([
      { status_at_the_moment: "processing", payouts: 2 },
    ]);
  });

  test("repeated, lets a person still decide what waited for sent, and the release sends none that failed", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database, "live");
    const [canceled, given] = [await createPayout(database, tenant), await createPayout(database, tenant)];
    await claimPayout(database, given.id);
    await runOpsScript(databaseUrl, "after-restore", restored);
    await runOpsScript(databaseUrl, "after-restore", restored);
    expect(await findPayout(database, canceled.id)).toMatchObject({ needs_review: true, is_due: true });
    expect(await findPayout(database, given.id)).toMatchObject({ needs_review: false, is_due: true });

    const asked = (await claimPayoutConfirmation(database, { payoutId: canceled.id }))!;
    const acting = { actor: "Ada", reason: "its merchant canceled it" };
    const decision = { reference: canceled.reference, outcome: "failed" as const, acting };
    expect(await decidePayout(database, decision)).toMatchObject({ outcome: "decided" });
    await runOpsScript(databaseUrl, "release-payouts", { scope: "all", environment: "live", reason: "done" });
    expect(await claimPayoutResend(database, { payoutId: asked.id, fence: asked.fence })).toBeNull();
    expect(await claimPayout(database, canceled.id)).toBeNull();
    expect(await claimPayoutConfirmation(database, { payoutId: canceled.id })).toBeNull();
    // Not canceled, it is sent once the bank does not know it.
    const other = (await claimPayoutConfirmation(database, { payoutId: given.id }))!;
    expect(await claimPayoutResend(database, { payoutId: other.id, fence: other.fence })).not.toBeNull();
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("leaves a payout that an operator polls for a person to decide, until it is sent again", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database, "live");
    const [canceled, kept] = [await createPayout(database, tenant), await createPayout(database, tenant)];
    await runOpsScript(databaseUrl, "after-restore", restored);
    for (const { reference } of [canceled, kept])
      await runOpsScript(databaseUrl, "poll-payout", { reference, reason: "is it there?" });
    const polls = new Map<bigint, ClaimedPayout>();
    for (const { id } of [canceled, kept]) {
      const poll = (await claimPayoutConfirmation(database, { payoutId: id }))!;
      expect(await schedulePayoutConfirmation(database, poll, { notFound: true })).not.toBeNull();
      expect(await findPayout(database, id)).toMatchObject({ needs_review: true });
      polls.set(id, poll);
    }
    const decide = ({ reference }: { reference: string }) =>
      decidePayout(database, { reference, outcome: "failed", acting: { actor: "Ada", reason: "ticket 12" } });
    expect(await decide(canceled)).toMatchObject({ outcome: "decided" });

    await runOpsScript(databaseUrl, "release-payouts", { scope: "all", environment: "live", reason: "done" });
    const resend = async ({ id }: { id: bigint }) =>
      await claimPayoutResend(database, { payoutId: id, fence: polls.get(id)!.fence });
    expect(await resend(canceled)).toBeNull();
    // The bank may have it from here on: "failed" could pay twice.
    expect(await resend(kept)).not.toBeNull();
    expect(await findPayout(database, kept.id)).toMatchObject({ needs_review: false });
    expect(await decide(kept)).toMatchObject({ outcome: "no_decision_needed" });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("never sends what goes to a listed recipient, but polls it", async ({ database, databaseUrl }) => {
    const tenant = await createPayer(database, "live");
    const { id } = await createPayout(database, tenant);
    const denied = { environment: "live", account: destination.accountNumber, reason: "ticket 12" };
    expect(await runOpsScript(databaseUrl, "block-recipient", denied)).toHaveLength(1);
    await runOpsScript(databaseUrl, "after-restore", restored);
    await runOpsScript(databaseUrl, "release-payouts", { scope: "all", environment: "live", reason: "done" });
    const asked = await claimPayoutConfirmation(database, { payoutId: id });
    expect(asked).toMatchObject({ status: "processing" });
    expect(await claimPayoutResend(database, { payoutId: asked!.id, fence: asked!.fence })).toBeNull();
  });

  test("polls a refund that needed a destination, and never sends it", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    const collection = await createPaidCollection(database, tenant, 500_000n, { name: "KEMI" });
    const reference = await createRefund(database, tenant, collection);
    const id = await idOf(database, "payouts", reference);
    expect(await runOpsScript(databaseUrl, "after-restore", restored)).toMatchObject([
      { status_at_the_moment: "needs_destination", payouts: 1, amount: 500_000 },
    ]);
    // It may have been paid to a destination that is forgotten: its merchant neither cancels it nor sends it elsewhere.
    expect(await cancelRefund(database, { tenant, reference, ...asOperator })).toMatchObject({
      outcome: "not_pending",
    });
    await runOpsScript(databaseUrl, "release-payouts", { scope: "all", environment: "live", reason: "done" });
    const set = { tenant, reference, ...payer, ...asOperator };
    expect(await setRefundDestination(database, set)).toMatchObject({ outcome: "state_conflict" });
    const polled = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    expect(polled).toMatchObject({ status: "processing", sentThrough: "paystack", accountNumber: "" });
    expect(await claimPayoutResend(database, { payoutId: id, fence: polled.fence })).toBeNull();
    // The bank that it reports is no other one, which would freeze the gateway.
    const reported = { bank: "058", holder: "KEMI UDOH" };
    expect(await comparePayoutDestination(database, polled, reported)).toEqual([]);
    const decision = { reference, outcome: "failed" as const, acting: { actor: "Ada", reason: "ticket 12" } };
    expect(await decidePayout(database, decision)).toMatchObject({ outcome: "decided" });
    expect(await balancesOf(database, tenant)).toEqual({ available: 500_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("leaves test payouts as they are: their bank was restored with them", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database, "test");
    const { id } = await createPayout(database, tenant);
    expect(await runOpsScript(databaseUrl, "after-restore", restored)).toEqual([]);
    expect(await findPayout(database, id)).toMatchObject({ status: "pending" });
    expect(await claimPayout(database, id)).not.toBeNull();
  });

  test("refuses while workers run, and changes nothing", async ({ databaseUrl, workers: _running }) => {
    expect(await runOpsScript(databaseUrl, "after-restore", restored)).toMatch(
      /workers run on this database/,
    );
    expect(await runOpsScript(databaseUrl, "payout-freezes")).toEqual([]);
  });
});
