import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  destination,
  fund,
  ledgerDrift,
  payoutRequest,
  queuedJobs,
  resolveDestination,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const outcomes = (decisions: readonly { outcome: string }[]) => decisions.map(({ outcome }) => outcome);
const referenceOf = (decision: object | undefined) =>
  z.object({ payout: z.object({ reference: z.string() }) }).parse(decision).payout.reference;

describe("accept_payouts", () => {
  test("decides a batch of several merchants item by item, in order", async ({ fileDatabase: database }) => {
    const rich = await createFundedMerchant(database, 250_000n);
    const poor = await createFundedMerchant(database, 100n);
    await resolveDestination(database, rich);
    await resolveDestination(database, poor);
    const first = payoutRequest(rich);

    const decisions = await acceptPayouts(database, [
      payoutRequest(poor),
      first,
      first,
      { ...first, requestHash: randomBytes(32) },
      payoutRequest(rich, { destination: { ...destination, accountName: "SOMEBODY ELSE" } }),
      payoutRequest(rich, { destination: { ...destination, accountNumber: "0123456780" } }),
      payoutRequest(rich),
      payoutRequest(rich),
      payoutRequest(poor, { amount: 100n }),
      payoutRequest(rich, { amount: 50_000n }),
    ]);

    expect(outcomes(decisions)).toEqual([
      "insufficient_balance",
      "accepted",
      "replayed",
      "key_conflict",
      "name_mismatch",
      "enquiry_needed",
      "accepted",
      "insufficient_balance",
      "accepted",
      "accepted",
    ]);
    expect(referenceOf(decisions[2])).toBe(referenceOf(decisions[1]));
    expect(await balancesOf(database, rich)).toEqual({ available: 0, reserved: 250_000 });
    expect(await balancesOf(database, poor)).toEqual({ available: 0, reserved: 100 });
    const payoutJobs = (await queuedJobs(database)).filter(({ task }) => task === "execute_payout");
    expect(payoutJobs).toHaveLength(4);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of fifty simultaneous requests with one key, one makes the payout and all get it", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const request = payoutRequest(tenant);

    const responses = await Promise.all(Array.from({ length: 50 }, () => acceptPayouts(database, [request])));

    const all = responses.flat();
    expect(outcomes(all).filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes(all).filter((outcome) => outcome === "replayed")).toHaveLength(49);
    expect(new Set(all.map(referenceOf)).size).toBe(1);
    expect(await balancesOf(database, tenant)).toEqual({ available: 900_000, reserved: 100_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of fifty simultaneous payouts against money for ten, ten are accepted", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => acceptPayouts(database, [payoutRequest(tenant)])),
    );

    const all = outcomes(responses.flat());
    expect(all.filter((outcome) => outcome === "accepted")).toHaveLength(10);
    expect(all.filter((outcome) => outcome === "insufficient_balance")).toHaveLength(40);
    expect(await balancesOf(database, tenant)).toEqual({ available: 0, reserved: 1_000_000 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("two batches that name two merchants in opposite orders do not deadlock", async ({
    fileDatabase: database,
  }) => {
    const a = await createFundedMerchant(database, 10_000_000n);
    const b = await createFundedMerchant(database, 10_000_000n);
    for (const tenant of [a, b]) await resolveDestination(database, tenant);

    const batches = Array.from({ length: 40 }, (_, n) => {
      const pair = [payoutRequest(a), payoutRequest(b)];
      return acceptPayouts(database, n % 2 === 0 ? pair : pair.reverse());
    });

    expect(outcomes((await Promise.all(batches)).flat())).toEqual(Array(80).fill("accepted"));
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("takes a balance that covers the amount to the kobo, and not one kobo less", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    expect(outcomes(await acceptPayouts(database, [payoutRequest(tenant, { amount: 100_001n })]))).toEqual([
      "insufficient_balance",
    ]);
    expect(outcomes(await acceptPayouts(database, [payoutRequest(tenant, { amount: 100_000n })]))).toEqual([
      "accepted",
    ]);
  });

  test("checks the merchant's limit after the balance", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    await database.query(sql.type(z.object({}))`update merchants set payout_max = 99999`);
    const decisions = await acceptPayouts(database, [
      payoutRequest(tenant, { amount: 100_001n }),
      payoutRequest(tenant, { amount: 100_000n }),
      payoutRequest(tenant, { amount: 99_999n }),
    ]);
    expect(outcomes(decisions)).toEqual(["insufficient_balance", "amount_limit_exceeded", "accepted"]);
  });

  test("a refused request does not use up its idempotency key", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database);
    await resolveDestination(database, tenant);
    const request = payoutRequest(tenant, { amount: 100n });
    expect(outcomes(await acceptPayouts(database, [request]))).toEqual(["insufficient_balance"]);
    const richer = await createFundedMerchant(database, 100n);
    await resolveDestination(database, richer);
    expect(outcomes(await acceptPayouts(database, [{ ...request, ...richer }]))).toEqual(["accepted"]);
  });

  test("an idempotency key is kept as long as its payout, at any age and status", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    const request = payoutRequest(tenant, { amount: 50_000n });
    const [first] = await acceptPayouts(database, [request]);
    await database.query(sql.type(z.object({}))`
      update payouts set status = 'succeeded', settled_at = now(), created_at = created_at - interval '5 years'`);
    await database.query(sql.type(z.object({}))`delete from name_enquiries`);
    const [again] = await acceptPayouts(database, [request]);
    expect(again).toMatchObject({ outcome: "replayed", payout: { status: "succeeded" } });
    expect(referenceOf(again)).toBe(referenceOf(first));
    expect(await balancesOf(database, tenant)).toMatchObject({ available: 50_000 });
  });

  test("one key of two merchants, and in test and live, makes separate payouts", async ({
    fileDatabase: database,
  }) => {
    const live = await createFundedMerchant(database, 200_000n, "live");
    const a = { ...live, environment: "test" as const };
    await fund(database, a, 100_000n);
    const b = await createFundedMerchant(database, 100_000n);
    for (const tenant of [a, b]) await resolveDestination(database, tenant);
    const request = payoutRequest(a);
    const decisions = await acceptPayouts(database, [
      request,
      { ...request, ...b },
      { ...request, environment: "live" },
    ]);
    expect(outcomes(decisions)).toEqual(["accepted", "accepted", "enquiry_needed"]);
    expect(referenceOf(decisions[0])).not.toBe(referenceOf(decisions[1]));
  });

  test("uses a name enquiry at most ten minutes old, of this merchant only", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    const stranger = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, stranger);
    const ask = async () =>
      outcomes(await acceptPayouts(database, [payoutRequest(tenant, { amount: 100n })]));
    expect(await ask()).toEqual(["enquiry_needed"]);
    // No bank is asked for somebody who has no money to send.
    const tooMuch = payoutRequest(tenant, { amount: 100_001n });
    expect(outcomes(await acceptPayouts(database, [tooMuch]))).toEqual(["insufficient_balance"]);
    await resolveDestination(database, tenant);
    expect(await ask()).toEqual(["accepted"]);
    await database.query(sql.type(z.object({}))`
      update name_enquiries set completed_at = completed_at - interval '10 minutes 1 second'
      where account_number = ${destination.accountNumber}`);
    expect(await ask()).toEqual(["enquiry_needed"]);
  });

  test("a job that cannot be queued leaves no payout and no reserved money", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    await database.query(sql.type(z.object({}))`
      create or replace function queue_test_money.add_jobs(
        specs queue_test_money.job_spec[], job_key_preserve_run_at boolean default false)
      returns setof queue_test_money._private_jobs
      language sql as 'select * from queue_test_money._private_jobs where false'`);

    await expect(acceptPayouts(database, [payoutRequest(tenant)])).rejects.toMatchObject({ code: "PB004" });

    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
    const payouts = await database.oneFirst(
      sql.type(z.object({ count: z.bigint() }))`select count(*) from payouts`,
    );
    expect(payouts).toBe(0n);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a merchant without accounts fails its batch, and does not affect others' results", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    const merchantId = await database.oneFirst(sql.type(z.object({ id: z.bigint() }))`
      insert into merchants (reference, name, email) values ('mer_x', 'x', 'x') returning id`);
    const batch = [
      payoutRequest({ merchantId, environment: "test" }),
      payoutRequest(tenant, { destination: { ...destination, accountName: "SOMEBODY ELSE" } }),
      payoutRequest(tenant),
    ];
    await expect(acceptPayouts(database, batch)).rejects.toMatchObject({ code: "PB005" });
    expect(await balancesOf(database, tenant)).toEqual({ available: 100_000, reserved: 0 });
  });
});
