import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { authenticateKey, createApiKey, rotateApiKey } from "../../sql/keys/api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { findByReference } from "../../sql/process/pages.ts";
import { acceptPayouts, schedulePayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { advanceTestClock, readTestClock } from "../../sql/clock/test-clock.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import {
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  fund,
  payoutRequest,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, recordAttempt } from "../helpers/worker-steps.ts";
import { claimEvent } from "../webhooks/claim-event.ts";
import { asOperator } from "../helpers/as-operator.ts";

const YEAR_IN_MINUTES = 365 * 24 * 60;

/** When the job of a key may run, in seconds from now; null where there is none. */
async function jobDue(database: Database, key: string): Promise<number | null> {
  return database.maybeOneFirst(sql.type(z.object({ seconds: z.number() }))`
    select extract(epoch from run_at - now())::double precision as seconds
    from queued_jobs where key = ${key}`);
}

describe("a test clock", () => {
  test("starts at the real time, and advances for its merchant alone, a hundred years at most", async ({
    database,
  }) => {
    const { merchantId } = await createFundedMerchant(database);
    const other = await createFundedMerchant(database);
    expect((await readTestClock(database, { merchantId })).offsetMinutes).toBe(0);
    const advanced = await advanceTestClock(database, { merchantId, minutes: 90 });
    expect(advanced!.offsetMinutes).toBe(90);
    expect(Math.abs(Date.parse(advanced!.now) - Date.now() - 90 * 60_000)).toBeLessThan(60_000);
    expect((await advanceTestClock(database, { merchantId, minutes: 10 }))!.offsetMinutes).toBe(100);
    expect((await readTestClock(database, { merchantId: other.merchantId })).offsetMinutes).toBe(0);

    expect(
      (await advanceTestClock(database, { merchantId, minutes: 99 * YEAR_IN_MINUTES }))!.offsetMinutes,
    ).toBeGreaterThan(0);
    expect(await advanceTestClock(database, { merchantId, minutes: YEAR_IN_MINUTES })).toBeNull();
    expect((await readTestClock(database, { merchantId })).offsetMinutes).toBe(100 + 99 * YEAR_IN_MINUTES);
  });

  test("expires what is due at once, and nothing live or of other merchants", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const other = await createFundedMerchant(database);
    const account = await createVirtualAccount(database, tenant, 1_000n);
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "approved", acting: {} });
    const live = await createVirtualAccount(database, { ...tenant, environment: "live" }, 1_000n);
    const others = await createVirtualAccount(database, other, 1_000n);
    const statusOf = async (owner: typeof tenant, { reference }: { reference: string }) =>
      ((await findByReference(database, "virtual_accounts", owner, reference)) as { status: string }).status;
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 29 });
    expect(await statusOf(tenant, account)).toBe("active");
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 1 });
    expect(await statusOf(tenant, account)).toBe("expired");
    await reconcile(database, { environment: "test", clocks: [tenant.merchantId] });
    expect(await statusOf({ ...tenant, environment: "live" }, live)).toBe("active");
    expect(await statusOf(other, others)).toBe("active");

    // What is overdue of others is left to the sweep.
    await database.query(sql.type(z.object({}))`
      update virtual_accounts set expires_at = now() - interval '1 minute' where reference = ${others.reference}`);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 1 });
    expect(await statusOf(other, others)).toBe("active");

    // Provisioned from now on, an account is of the merchant's time, and the sweep goes by it too.
    const next = await createVirtualAccount(database, tenant, 1_000n);
    await reconcile(database, { environment: "test", clocks: [tenant.merchantId] });
    expect(await statusOf(tenant, next)).toBe("active");
    await database.query(sql.type(z.object({}))`update test_clocks set offset_minutes = offset_minutes + 31`);
    await reconcile(database, { environment: "test", clocks: [tenant.merchantId] });
    expect(await statusOf(tenant, next)).toBe("expired");
  });

  test("brings the confirmations of an unconfirmed payout forward", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    const { id } = await createPayout(database, tenant);
    const claimed = await claimPayout(database, id);
    await database.query(sql.type(z.object({}))`
      update payouts set submitted_at = submitted_at - interval '5 minutes' where id = ${id}`);
    await schedulePayoutConfirmation(database, claimed!);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 3 });
    await reconcile(database, { environment: "test", clocks: [tenant.merchantId] });
    expect(await jobDue(database, `confirm_payout:${id}`)).toBeNull();
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 2 });
    expect(await jobDue(database, `confirm_payout:${id}`)).toBeLessThanOrEqual(0);
  });

  test("brings webhook attempts and the end of a secret's overlap forward", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    await setWebhookEndpoint(database, testEncryptionKeys, tenant, "https://example.com/", {});
    await rotateWebhookSecret(database, testEncryptionKeys, tenant, 1, {});
    await fund(database, tenant, 1_000n);
    const id = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`select id from events`);
    const failure = { url: "https://example.com/", requestHeaders: {}, status: 500, durationMs: 1 };
    const first = await claimEvent(database, id);
    expect(first!.previousSecret).not.toBeNull();
    await recordAttempt(database, id, first!.fence, failure);
    const second = await claimEvent(database, id);
    await recordAttempt(database, id, second!.fence, failure);
    expect(await jobDue(database, `deliver_webhook:${id}`)).toBeGreaterThan(200);

    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 60 });
    expect(await jobDue(database, `deliver_webhook:${id}`)).toBeLessThanOrEqual(0);
    const third = await claimEvent(database, id);
    expect(third!.previousSecret).toBeNull();
    // The next one is planned in the merchant's time and queued in the real one.
    await recordAttempt(database, id, third!.fence, failure);
    const wait = (await jobDue(database, `deliver_webhook:${id}`))!;
    expect(wait).toBeGreaterThan(20 * 60);
    expect(wait).toBeLessThan(40 * 60);
  });

  test("ages enquiries, rotated keys and stale work of its merchant", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const old = await createApiKey(database, { ...tenant, ...asOperator });
    await rotateApiKey(database, { tenant: null, reference: old.key, overlapHours: 1, ...asOperator });
    const isRevoked = async () => (await authenticateKey(database, old.secretKey, "127.0.0.1"))!.isRevoked;
    const decide = async () => (await acceptPayouts(database, [payoutRequest(tenant)]))[0]!.outcome;
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 9 });
    expect([await isRevoked(), await decide()]).toEqual([false, "accepted"]);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 51 });
    expect([await isRevoked(), await decide()]).toEqual([true, "enquiry_needed"]);

    // A payout whose job was lost is found although its time is ahead of the real one, when it is the merchant's next.
    await resolveDestination(database, tenant);
    const { id } = await createPayout(database, tenant);
    await database.query(sql.type(z.object({}))`update payouts set status = 'canceled' where id <> ${id}`);
    await database.query(sql.type(z.object({}))`select from remove_job('execute_payout', ${id})`);
    await database.query(sql.type(z.object({}))`
      update payouts set created_at = created_at - interval '6 seconds' where id = ${id}`);
    await reconcile(database, { environment: "test", clocks: [tenant.merchantId] });
    expect(await jobDue(database, `execute_payout:${id}`)).not.toBeNull();
  });
});
