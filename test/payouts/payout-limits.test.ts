import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { acceptPayouts, claimPayoutConfirmation, type PayoutRequest } from "../../sql/payouts/payouts.ts";
import { cancelPayout, decidePayout } from "../../sql/payouts/decisions.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { givePolicy } from "../approvals/team.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  destination,
  ledgerDrift,
  payoutRequest,
  queuedJobs,
  resolveDestination,
  saveAccount,
} from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const reason = "ticket 12";
const other = { bankCode: "058", accountNumber: destination.accountNumber, accountName: "BOLA ADE" };
const kobo = (value: number) => ({ value, currency: "NGN" });

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

async function createPayer(database: Database, environment: "test" | "live" = "test") {
  const tenant = await createFundedMerchant(database, 10_000_000n, environment);
  for (const to of [destination, other]) await resolveDestination(database, tenant, to);
  return tenant;
}

/** Sets the limits of a merchant in its environment. */
async function limit(
  database: Database,
  databaseUrl: string,
  tenant: Tenant,
  limits: Record<string, string>,
) {
  const { environment } = tenant;
  const merchant = await merchantOf(database, tenant);
  const rows = await runOpsScript(databaseUrl, "set-payout-limits", {
    environment,
    merchant,
    ...limits,
    reason,
  });
  if (typeof rows === "string") throw new Error(rows);
}

/** What holds for a merchant in its environment, and what it has used. */
async function standingOf(database: Database, databaseUrl: string, tenant: Tenant) {
  const rows = await runOpsScript(databaseUrl, "payout-limits", {
    merchant: await merchantOf(database, tenant),
  });
  if (typeof rows === "string") throw new Error(rows);
  return rows.find(({ environment }) => environment === tenant.environment);
}

/** How a decision reads: its outcome, or which limit was reached and what is left of it, or it lets one payout be. */
function shown(decision: Awaited<ReturnType<typeof acceptPayouts>>[number] | undefined) {
  if (decision?.outcome !== "day_limit_exceeded" && decision?.outcome !== "amount_limit_exceeded")
    return decision!.outcome;
  const { limit: name, left, most } = decision.details;
  const shownAs = left ?? most;
  return [name, typeof shownAs === "object" ? shownAs.value : shownAs];
}

async function pay(
  database: Database,
  tenant: Tenant,
  amount: bigint,
  overrides: Partial<PayoutRequest> = {},
) {
  const [decision] = await acceptPayouts(database, [payoutRequest(tenant, { amount, ...overrides })]);
  return shown(decision);
}

describe("a limit of the day", () => {
  test("is used up to the kobo; the refusal says what is left, does nothing, and its key stays free", async ({
    fileDatabase: database,
    fileDatabaseUrl,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    await limit(database, fileDatabaseUrl, tenant, { day_max: "100000" });
    const send = (idempotencyKey: string, value: number) =>
      call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": idempotencyKey },
        body: { amount: kobo(value), destination },
      });

    const first = await send("first", 60_000);
    expect(first.status).toBe(201);
    const before = [await balancesOf(database, tenant), await queuedJobs(database)];
    const refused = await send("second", 40_001);
    expect(refused).toMatchObject({
      status: 400,
      error: {
        code: "LIMIT_DAILY_EXCEEDED",
        details: { limit: "day", most: kobo(100_000), left: kobo(40_000) },
      },
    });
    expect([await balancesOf(database, tenant), await queuedJobs(database)]).toEqual(before);
    // The key of what was refused may have another body.
    expect((await send("second", 40_000)).status).toBe(201);
    expect((await send("third", 100)).error.details).toEqual({
      limit: "day",
      most: kobo(100_000),
      left: kobo(0),
    });
    // What was accepted is no new payout.
    const replay = await send("first", 60_000);
    expect([replay.data.reference, replay.headers.get("idempotency-replayed")]).toEqual([
      first.data.reference,
      "true",
    ]);
    expect((await send("first", 50_000)).error.code).toBe("IDEMPOTENCY_KEY_CONFLICT");
    // A balance that does not suffice is told first.
    expect((await send("fourth", 2_000_000)).error.code).toBe("INSUFFICIENT_BALANCE");

    await limit(database, fileDatabaseUrl, tenant, { day_max: "100100" });
    expect((await send("third", 100)).status).toBe(201);
    expect(await standingOf(database, fileDatabaseUrl, tenant)).toMatchObject({
      day_max: 100_100,
      used_today: 100_100,
      payouts_today: 3,
      left_today: 0,
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("for ten lets ten of fifty payouts through that come at once, and of one call", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const [tenant, free] = [await createPayer(database), await createPayer(database)];
    await limit(database, fileDatabaseUrl, tenant, { day_max: "1000000" });
    const decisions = await Promise.all(
      Array.from({ length: 25 }, () =>
        acceptPayouts(database, [payoutRequest(tenant), payoutRequest(free), payoutRequest(tenant)]),
      ),
    );
    const all = decisions.flat().map(shown);
    expect(all.filter((outcome) => outcome === "accepted")).toHaveLength(10 + 25);
    const refused = all.filter((outcome) => outcome !== "accepted");
    expect(refused).toHaveLength(40);
    for (const outcome of refused) expect(outcome).toEqual(["day", 0]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 9_000_000, reserved: 1_000_000 });
    expect(await standingOf(database, fileDatabaseUrl, tenant)).toMatchObject({ used_today: 1_000_000 });

    const batched = await createPayer(database);
    await limit(database, fileDatabaseUrl, batched, { day_max: "250000" });
    const batch = await acceptPayouts(
      database,
      Array.from({ length: 4 }, () => payoutRequest(batched)),
    );
    expect(batch.map(shown)).toEqual(["accepted", "accepted", ["day", 50_000], ["day", 50_000]]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is of one merchant and one environment; who has none leaves no trace", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const [tenant, stranger] = [await createPayer(database), await createPayer(database)];
    const live = await createPayer(database, "live");
    await limit(database, fileDatabaseUrl, tenant, { day_max: "100" });
    await limit(database, fileDatabaseUrl, { ...live, environment: "test" }, { day_max: "100" });
    expect(await pay(database, tenant, 101n)).toEqual(["day", 100]);
    expect(await pay(database, stranger, 101n)).toBe("accepted");
    expect(await pay(database, live, 101n)).toBe("accepted");
    await limit(database, fileDatabaseUrl, live, { day_max: "500" });
    expect(await pay(database, live, 400n)).toEqual(["day", 399]);
    expect(await pay(database, live, 399n)).toBe("accepted");
    const traces = await database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
      select merchant_id as id from payout_use where merchant_id in (${stranger.merchantId}, ${live.merchantId})`);
    expect(traces).toEqual([live.merchantId]);
  });

  test("begins again at midnight in Lagos, by the merchant's clock", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database);
    await limit(database, fileDatabaseUrl, tenant, { day_max: "1000" });
    const toMidnight = await database.oneFirst(sql.type(z.object({ minutes: z.int() }))`
      select floor(extract(epoch from start_of_lagos_day(lagos_day(now()) + 1) - now()) / 60)::integer as minutes`);
    if (toMidnight > 1)
      await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: toMidnight - 1 });
    await resolveDestination(database, tenant);
    const late = await createPayout(database, tenant, { amount: 1_000n });
    expect(await pay(database, tenant, 1n)).toEqual(["day", 0]);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 3 });
    await resolveDestination(database, tenant);
    expect(await pay(database, tenant, 900n)).toBe("accepted");
    // What comes back of yesterday is not today's.
    await cancelPayout(database, { tenant, reference: late.reference, ...asOperator });
    expect(await pay(database, tenant, 101n)).toEqual(["day", 100]);
  });

  test("counts what was accepted that day before it was set, also where there was none meanwhile", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const limits = { day_max: "1000", account_day_payouts: "9" };
    expect(await pay(database, tenant, 400n)).toBe("accepted");
    const { reference } = await createPayout(database, tenant, { amount: 50n });
    await cancelPayout(database, { tenant, reference, ...asOperator });
    await limit(database, fileDatabaseUrl, tenant, limits);
    expect(await pay(database, tenant, 601n)).toEqual(["day", 600]);
    await limit(database, fileDatabaseUrl, tenant, {});
    const unseen = await createPayout(database, tenant, { amount: 500n });
    await limit(database, fileDatabaseUrl, tenant, limits);
    expect(await pay(database, tenant, 101n)).toEqual(["day", 100]);
    await limit(database, fileDatabaseUrl, tenant, {});
    // Nothing counts it, and it comes back all the same.
    expect(await pay(database, tenant, 5_000n)).toBe("accepted");
    await cancelPayout(database, { tenant, reference: unseen.reference, ...asOperator });
    await limit(database, fileDatabaseUrl, tenant, { day_max: "6000", account_day_payouts: "3" });
    expect(await pay(database, tenant, 601n)).toEqual(["day", 600]);
    expect(await pay(database, tenant, 600n)).toBe("accepted");
    await limit(database, fileDatabaseUrl, tenant, { day_max: "9000", account_day_payouts: "3" });
    expect(await pay(database, tenant, 1n)).toEqual(["accountDayPayouts", 0]);
  });

  test("gets back what is canceled, fails or is reversed, and loses what was paid after all", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database, "live");
    await limit(database, fileDatabaseUrl, tenant, { day_max: "3000", account_day_payouts: "3" });
    const [one, two, three] = [
      await createPayout(database, tenant, { amount: 1_000n }),
      await createPayout(database, tenant, { amount: 1_000n }),
      await createPayout(database, tenant, { amount: 1_000n }),
    ];
    const left = async () => (await standingOf(database, fileDatabaseUrl, tenant))!["left_today"];
    expect(await left()).toBe(0);
    await cancelPayout(database, { tenant, reference: one.reference, ...asOperator });
    expect(await left()).toBe(1_000);
    // To another account, so that the count of this one is seen to come back below.
    expect(await pay(database, tenant, 1_001n, { destination: other })).toEqual(["day", 1_000]);

    const finish = async (id: bigint, ...kinds: ("succeeded" | "failed" | "reversed")[]) => {
      let claim = await claimPayout(database, id);
      for (const kind of kinds) {
        const end = kind === "failed" ? { kind, code: "DESTINATION_REJECTED", message: "No." } : { kind };
        await finishPayout(database, claim!, end);
        await run(database, sql.fragment`update payouts set next_confirmation_at = now() where id = ${id}`);
        claim = await claimPayoutConfirmation(database, { payoutId: id });
      }
    };
    await finish(two.id, "succeeded", "reversed");
    expect(await left()).toBe(2_000);
    await finish(three.id, "failed");
    expect(await left()).toBe(3_000);
    // A repeated report gives nothing back again; a contradiction waits for a person.
    await run(database, sql.fragment`update payouts set next_confirmation_at = now() where id = ${three.id}`);
    await finishPayout(database, (await claimPayoutConfirmation(database, { payoutId: three.id }))!, {
      kind: "succeeded",
    });
    expect(await left()).toBe(3_000);
    await decidePayout(database, {
      reference: three.reference,
      outcome: "succeeded",
      acting: { actor: "Ada", reason },
    });
    expect(await left()).toBe(2_000);
    const most = { destination, amount: 500n };
    const decisions = await acceptPayouts(
      database,
      [most, most, most].map((item) => payoutRequest(tenant, item)),
    );
    expect(decisions.map(shown)).toEqual(["accepted", "accepted", ["accountDayPayouts", 0]]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is counted in a call of the merchant's own, while the payouts of others go on", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const [tenant, neighbour] = [await createPayer(database), await createPayer(database)];
    await limit(database, fileDatabaseUrl, tenant, { day_max: "3000" });
    const together = async (waits: boolean) => {
      const items = [tenant, neighbour].map((of) => payoutRequest(of, { amount: 1_000n }));
      return (await acceptPayouts(database, items, waits)).map((decision) =>
        decision.outcome === "locked" ? "locked" : shown(decision),
      );
    };
    expect(await together(false)).toEqual(["locked", "accepted"]);
    expect(await together(true)).toEqual(["accepted", "accepted"]);
    expect(await together(false)).toEqual(["accepted", "accepted"]);
    // Whatever operators set, the day is counted once more.
    await limit(database, fileDatabaseUrl, tenant, { day_max: "4000", account_day_payouts: "3" });
    expect(await together(false)).toEqual(["locked", "accepted"]);
    expect(await together(true)).toEqual(["accepted", "accepted"]);
    expect(await together(false)).toEqual([["accountDayPayouts", 0], "accepted"]);
    await limit(database, fileDatabaseUrl, tenant, { account_day_payouts: "30" });
    await together(true);
    await givePolicy(database, tenant, { amountMax: 5_000 });
    expect(await together(false)).toEqual(["locked", "accepted"]);
    expect(await together(true)).toEqual(["accepted", "accepted"]);
    expect(await together(false)).toEqual(["accepted", "accepted"]);
  });

  test("is used by what is paid after all, also at an account of which nothing was counted", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database, "live");
    const failed = await createPayout(database, tenant, { amount: 1_000n });
    const refusal = { kind: "failed", code: "DESTINATION_REJECTED", message: "No." } as const;
    await finishPayout(database, (await claimPayout(database, failed.id))!, refusal);
    await limit(database, fileDatabaseUrl, tenant, { account_day_max: "1000" });
    expect(await pay(database, tenant, 100n, { destination: other })).toBe("accepted");
    await run(
      database,
      sql.fragment`update payouts set next_confirmation_at = now() where id = ${failed.id}`,
    );
    await finishPayout(database, (await claimPayoutConfirmation(database, { payoutId: failed.id }))!, {
      kind: "succeeded",
    });
    await decidePayout(database, {
      reference: failed.reference,
      outcome: "succeeded",
      acting: { actor: "Ada", reason },
    });
    expect(await pay(database, tenant, 100n)).toEqual(["accountDay", 0]);
    expect(await pay(database, tenant, 900n, { destination: other })).toBe("accepted");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not used by a payout that could not be written", async ({ database, databaseUrl }) => {
    const tenant = await createPayer(database);
    await limit(database, databaseUrl, tenant, { day_max: "1000" });
    await run(
      database,
      sql.fragment`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    );
    await run(
      database,
      sql.fragment`create trigger refuse before insert on ledger_entries execute function refuse()`,
    );
    await expect(pay(database, tenant, 1_000n)).rejects.toThrow("refused");
    await run(database, sql.fragment`drop function refuse cascade`);
    expect(await pay(database, tenant, 1_000n)).toBe("accepted");
  });
});

describe("a limit of one account", () => {
  test("holds for its amount and for the number of payouts a day, saved or not, and for no other account", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const { reference: payoutAccountId } = await saveAccount(database, tenant, destination);
    await limit(database, fileDatabaseUrl, tenant, { account_day_max: "1000", account_day_payouts: "3" });
    expect(await pay(database, tenant, 600n)).toBe("accepted");
    expect(await pay(database, tenant, 401n)).toEqual(["accountDay", 400]);
    const saved = { destination: undefined, payoutAccountId };
    expect(await pay(database, tenant, 401n, saved)).toEqual(["accountDay", 400]);
    expect(await pay(database, tenant, 100n, saved)).toBe("accepted");
    expect(await pay(database, tenant, 100n)).toBe("accepted");
    expect(await pay(database, tenant, 100n)).toEqual(["accountDayPayouts", 0]);
    // The same number at another bank is another account.
    expect(await pay(database, tenant, 1_000n, { destination: other })).toBe("accepted");
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe("a limit of one payout", () => {
  test("is the smaller one of the environment's and the merchant's", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database);
    await limit(database, fileDatabaseUrl, tenant, { payout_max: "1000" });
    expect(await pay(database, tenant, 1_001n)).toEqual(["payout", 1_000]);
    expect(await pay(database, tenant, 1_000n)).toBe("accepted");
    await run(database, sql.fragment`update merchants set payout_max = 900 where id = ${tenant.merchantId}`);
    expect(await pay(database, tenant, 901n)).toEqual(["payout", 900]);
    expect(await pay(database, tenant, 900n)).toBe("accepted");
  });
});

describe("a tier", () => {
  test("limits each of its merchants, unless one has a limit of its own of that kind", async ({
    database,
    databaseUrl,
  }) => {
    const [tenant, own, standard] = [
      await createPayer(database),
      await createPayer(database),
      await createPayer(database),
    ];
    const set = (values: Record<string, string>) =>
      runOpsScript(databaseUrl, "set-payout-limits", { environment: "test", ...values, reason });
    const move = async (of: Tenant, tier: string) =>
      runOpsScript(databaseUrl, "set-merchant-tier", {
        merchant: await merchantOf(database, of),
        tier,
        reason,
      });
    expect(await pay(database, tenant, 300n)).toBe("accepted");
    await set({ tier: "tier_1", day_max: "1000", account_day_max: "800" });
    expect(await pay(database, tenant, 5_000n)).toBe("accepted");

    expect(await move(tenant, "tier_1")).toMatchObject([{ tier_before: "standard", tier: "tier_1" }]);
    await move(own, "tier_1");
    await limit(database, databaseUrl, own, { day_max: "2000" });
    expect(await pay(database, tenant, 1n)).toEqual(["day", 0]);
    expect(await pay(database, own, 800n)).toBe("accepted");
    expect(await pay(database, own, 1n)).toEqual(["accountDay", 0]);
    expect(await pay(database, own, 1_201n, { destination: other })).toEqual(["day", 1_200]);
    expect(await pay(database, standard, 9_000n)).toBe("accepted");

    await set({ tier: "tier_2", day_max: "10000" });
    await move(tenant, "tier_2");
    expect(await pay(database, tenant, 4_701n)).toEqual(["day", 4_700]);
    await set({ tier: "tier_2", payout_max: "200" });
    expect(await pay(database, tenant, 201n)).toEqual(["payout", 200]);
    expect(await standingOf(database, databaseUrl, tenant)).toMatchObject({
      tier: "tier_2",
      payout_max: 200,
      day_max: null,
      left_today: null,
    });
    // What is paid in a tier without limits counts in the next one.
    await move(tenant, "standard");
    expect(await pay(database, tenant, 5_000n)).toBe("accepted");
    await move(tenant, "tier_1");
    expect(await pay(database, tenant, 1n)).toEqual(["day", 0]);
    await set({ tier: "tier_1", day_max: "20000" });
    expect(await pay(database, tenant, 5n)).toBe("accepted");
    await move(tenant, "standard");
    expect(await pay(database, tenant, 5_000n)).toBe("accepted");
    await move(tenant, "tier_1");
    expect(await pay(database, tenant, 4_696n)).toEqual(["day", 4_695]);
    expect(await pay(database, own, 1n, { destination: other })).toBe("accepted");
    const listed = await runOpsScript(databaseUrl, "payout-limits");
    expect(listed).toMatchObject([
      { merchant: null, tier: "tier_1", day_max: 20_000 },
      { merchant: null, tier: "tier_2", day_max: null },
      { merchant: await merchantOf(database, own), day_max: 2_000, used_today: 801, left_today: 1_199 },
    ]);
    expect(await ledgerDrift(database)).toEqual([]);
  });
});

describe("operators who set limits", () => {
  test("get clear refusals, and nothing is changed by them", async ({
    fileDatabase: database,
    fileDatabaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const merchant = await merchantOf(database, tenant);
    const set = (values: Record<string, string>) =>
      runOpsScript(fileDatabaseUrl, "set-payout-limits", { environment: "test", ...values, reason });
    expect(await set({ day_max: "5" })).toContain("give either --merchant or --tier");
    expect(await set({ merchant, tier: "tier_3", day_max: "5" })).toContain(
      "give either --merchant or --tier",
    );
    expect(await set({ merchant, day_max: "0" })).toContain("a limit must be 1 or more");
    expect(await set({ merchant, day_max: "1.5" })).toContain("--day-max: must be a whole number");
    expect(await set({ merchant: "mer_none", day_max: "5" })).toContain("there is no merchant");
    expect(await set({ tier: "gold", day_max: "5" })).toContain("--tier: must be");
    expect(await set({ merchant })).toContain("has no limits in test");
    const move = (tier: string) =>
      runOpsScript(fileDatabaseUrl, "set-merchant-tier", { merchant, tier, reason });
    expect(await move("standard")).toContain("is already in standard");
    expect(await runOpsScript(fileDatabaseUrl, "payout-limits", { merchant: "mer_none" })).toContain(
      "there is no merchant",
    );
    expect(await runOpsScript(fileDatabaseUrl, "payout-limits", { merchant })).toEqual([]);
  });

  test("are seen by the merchant's people in what the dashboard shows, with what was used", async ({
    fileDatabase: database,
    fileDatabaseUrl,
    fileIngress: { call },
  }) => {
    const tenant = await createPayer(database);
    const { session } = await createPerson(database, [[tenant.merchantId, "viewer"]]);
    const payout = async () => (await call("GET", "/dashboard/api/limits", { session })).data.payout;
    const most = kobo(1_000_000_000);
    expect(await payout()).toEqual({
      smallest: kobo(100),
      smallestLive: kobo(10_000),
      largest: most,
      test: { largest: most },
      live: { largest: most },
    });
    await limit(database, fileDatabaseUrl, tenant, {
      payout_max: "700",
      day_max: "1000",
      account_day_max: "900",
      account_day_payouts: "4",
    });
    const limits = { largest: kobo(700), accountDay: kobo(900), accountDayPayouts: 4 };
    expect((await payout()).test).toEqual({ ...limits, day: { most: kobo(1_000) } });
    expect(await pay(database, tenant, 600n)).toBe("accepted");
    expect(await payout()).toMatchObject({
      test: { ...limits, day: { most: kobo(1_000), used: kobo(600) } },
      live: { largest: most },
    });
  });
});
