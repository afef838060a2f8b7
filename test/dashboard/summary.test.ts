import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { findSummary } from "../../sql/dashboard/summary.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { advanceTestClock, readTestClock } from "../../sql/clock/test-clock.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createLiveMember, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import {
  createFundedMerchant,
  createPayout,
  createVirtualAccount,
  fund,
  payIn,
  resolveDestination,
  setEndpoint,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { cancelRefund } from "../../sql/refunds/refunds.ts";
import { createPaidCollection, createRefund } from "../refunds/create-collection.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

const noRow = sql.type(z.object({}));

type Day = { received: number; receipts: number; sent: number; payouts: number; returned: number };
const emptyDay: Day = { received: 0, receipts: 0, sent: 0, payouts: 0, returned: 0 };

/** Numbers that look random and are the same in each run. */
function createDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function payOut(
  database: Database,
  tenant: Tenant,
  amount: number,
  ends: readonly ("succeeded" | "failed" | "reversed")[],
) {
  await resolveDestination(database, tenant);
  const { id } = await createPayout(database, tenant, { amount: BigInt(amount) });
  const claim = (await claimPayout(database, id))!;
  let { fence } = claim;
  for (const kind of ends) {
    const end = kind === "failed" ? { kind, code: "X", message: "x" } : { kind };
    expect(await finishPayout(database, { id, fence }, end as never)).toBe("done");
    fence += 1n;
  }
  return id;
}

describe("the summary of a merchant", () => {
  test("says of each day what moved on it by the merchant's time, for nobody else and nowhere else", async ({
    database,
  }) => {
    const shop = await createFundedMerchant(database);
    const tenants: Tenant[] = [shop, { ...shop, environment: "live" }, await createFundedMerchant(database)];
    await database.query(noRow`update merchants set kyb_status = 'approved'`);
    const model = new Map(tenants.map((tenant) => [tenant, new Map<string, Day>()]));
    const note = async (tenant: Tenant, change: Partial<Day>) => {
      const { now } =
        tenant.environment === "test"
          ? await readTestClock(database, { merchantId: tenant.merchantId })
          : { now: new Date().toISOString() };
      const days = model.get(tenant)!;
      const day = days.get(lagosDay(now)) ?? emptyDay;
      const added = Object.entries(change).map(([name, by]) => [name, day[name as keyof Day] + by]);
      days.set(lagosDay(now), { ...day, ...(Object.fromEntries(added) as Partial<Day>) });
    };

    const dice = createDice(20_261_122);
    for (let n = 0; n < 60; n += 1) {
      const tenant = tenants[dice(3)]!;
      const amount = 10_000 + dice(90_000);
      if (dice(4) === 0)
        await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 1 + dice(4_000) });
      if (dice(2) === 0) {
        await fund(database, tenant, BigInt(amount));
        await note(tenant, { received: amount, receipts: 1 });
        continue;
      }
      await fund(database, tenant, BigInt(amount + 10_000));
      await note(tenant, { received: amount + 10_000, receipts: 1 });
      const ends = ([["succeeded"], ["failed"], ["succeeded", "reversed"], ["reversed"]] as const)[dice(4)]!;
      await payOut(database, tenant, amount, ends);
      if (!(ends as readonly string[]).includes("failed")) await note(tenant, { sent: amount, payouts: 1 });
      if ((ends as readonly string[]).includes("reversed")) await note(tenant, { returned: amount });
    }

    for (const [tenant, days] of model) {
      const { money } = await findSummary(database, tenant);
      const naira = money.find(({ currency }) => currency === "NGN")!;
      expect(naira.days).toHaveLength(30);
      const shown = naira.days.map(({ date, received, receipts, sent, payouts, returned }) => [
        date,
        { received: received.value, receipts, sent: sent.value, payouts, returned: returned.value },
      ]);
      expect(shown).toEqual(naira.days.map(({ date }) => [date, days.get(date) ?? emptyDay]));
      const last =
        tenant.environment === "test"
          ? await readTestClock(database, { merchantId: tenant.merchantId })
          : null;
      expect(naira.days.at(-1)!.date).toBe(lagosDay(last?.now ?? new Date().toISOString()));
      const all = [...days.values()];
      expect(all.reduce((sum, { payouts }) => sum + payouts, 0)).toBeGreaterThan(0);
    }
  });

  test("counts two movements at once both", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    await Promise.all(Array.from({ length: 12 }, () => fund(database, tenant, 1_000n)));
    const { money } = await findSummary(database, tenant);
    expect(money[0]!.days.at(-1)).toMatchObject({ received: { value: 12_000 }, receipts: 12 });
  });

  test("counts as ended what can no longer succeed, and what the merchant canceled not at all", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    await payOut(database, tenant, 1_000, ["succeeded"]);
    await payOut(database, tenant, 1_000, ["succeeded", "reversed"]);
    await payOut(database, tenant, 1_000, ["failed"]);
    await payOut(database, tenant, 1_000, []);
    await createVirtualAccount(database, tenant, 5_000n);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    await createVirtualAccount(database, tenant, 5_000n);
    const { successRates } = await findSummary(database, tenant);
    expect(successRates).toEqual({
      collections: { ended: 2, succeeded: 1 },
      payouts: { ended: 3, succeeded: 1 },
    });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 * 1_440 });
    expect((await findSummary(database, tenant)).successRates).toEqual({
      collections: { ended: 0, succeeded: 0 },
      payouts: { ended: 0, succeeded: 0 },
    });
  });

  test("names what needs attention, and nothing once it is over", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 10_000_000n);
    const attention = async () => (await findSummary(database, tenant)).attention;
    expect(await attention()).toEqual({ verification: "draft" });

    await setEndpoint(database, tenant, "https://shop.example/hooks");
    await payOut(database, tenant, 1_000, []);
    const { reference } = await createVirtualAccount(database, tenant, 5_000n);
    await payIn(database, reference, 5_000n);
    await payIn(database, reference, 700n);
    await payIn(database, reference, 40n);
    const paid = await createPaidCollection(database, tenant, 5_000n, { name: "KEMI" });
    const refund = await createRefund(database, tenant, paid);
    await database.query(noRow`
      update webhook_endpoints set failing_since = now(), disabled_at = now(), disabled_reason = 'it was gone'`);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 61 });
    expect(await attention()).toEqual({
      verification: "draft",
      webhook: { status: "disabled", since: expect.any(String), reason: "it was gone", waiting: 7 },
      unmatched: { count: 2, amounts: [{ value: 740, currency: "NGN" }] },
      needsDestination: { count: 1 },
      slowPayouts: { count: 1 },
    });
    const elsewhere = await findSummary(database, { ...tenant, environment: "live" });
    expect(elsewhere.attention).toEqual({ verification: "draft" });

    await setEndpoint(database, tenant, "https://shop.example/hooks");
    await database.query(noRow`
      select from (select reference from credits where status = 'suspended') c,
        resolve_suspended_credit(c.reference, 'release', null, null)`);
    await database.query(noRow`update merchants set kyb_status = 'approved'`);
    await cancelRefund(database, { tenant, reference: refund, ...asOperator });
    expect(await attention()).toEqual({ slowPayouts: { count: 1 } });
  });

  test("waits for what can complete a collection before it calls it unmatched", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const { reference } = await createVirtualAccount(database, tenant, 5_000n);
    await payIn(database, reference, 2_000n);
    expect((await findSummary(database, tenant)).attention.unmatched).toBeUndefined();
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    expect((await findSummary(database, tenant)).attention.unmatched).toEqual({
      count: 1,
      amounts: [{ value: 2_000, currency: "NGN" }],
    });
  });

  test("reads no more rows than it says, however many there are", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const { merchantId, environment } = tenant;
    await database.query(noRow`
      insert into payouts (
        reference, merchant_id, environment, idempotency_key, request_hash, status, amount, fee, currency, bank_code,
        bank_name, account_number, account_name, failure_code, failure_message, settled_at, created_at
      )
      select 'pyt_' || n, ${merchantId}, ${environment}, n::text, '', (array['succeeded', 'failed'])[1 + n % 2],
        1000, 0, 'NGN', '058', 'x', '0123456789', 'x', case when n % 2 = 1 then 'X' end,
        case when n % 2 = 1 then 'x' end, case when n % 2 = 0 then now() end, now() - n * interval '1 second'
      from generate_series(1, 12000) n`);
    await database.query(noRow`vacuum analyze payouts`);
    const read = sql.type(z.object({ n: z.number() }))`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables`;
    const rows = await database.transaction(async (transaction) => {
      const before = await transaction.oneFirst(read);
      const { successRates } = await findSummary(transaction, tenant);
      expect(successRates.payouts).toEqual({ ended: 10_000, succeeded: 5_000 });
      return (await transaction.oneFirst(read)) - before;
    });
    // Twice ten thousand where an index alone does not do, and a few beside.
    expect(rows).toBeLessThan(20_200);
  });

  test("is shown to everybody who belongs to the merchant, of the environment that is asked for", async ({
    fileDatabase,
    fileIngress,
  }) => {
    const { tenant } = await createLiveMember(fileDatabase, 5_000_00n);
    const { session } = await createPerson(fileDatabase, [[tenant.merchantId, "viewer"]]);
    const show = async (environment: string) =>
      (await fileIngress.call("GET", `/dashboard/api/${environment}/summary`, { session })).data;
    expect((await show("live")).money[0].available.value).toBe(500_000);
    expect((await show("test")).money[0].available.value).toBe(0);
    const stranger = await createMember(fileDatabase);
    const other = await createPerson(fileDatabase, [[stranger.tenant.merchantId, "owner"]]);
    const { data } = await fileIngress.call("GET", "/dashboard/api/live/summary", { session: other.session });
    expect(data.money[0].available.value).toBe(0);
  });
});
