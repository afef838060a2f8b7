import { describe, expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  destination,
  eventTypes,
  ledgerDrift,
  payoutRequest,
  queuedJobs,
  resolveDestination,
} from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { beginClaim, claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

/** Payouts beside the one that is looked at. */
const MANY = 5_000;

const other = { bankCode: "058", accountNumber: "0123456780", accountName: "BOLA ADE" };
const all = { scope: "all", environment: "test", reason: "ticket 12" };
const run = (database: Connection, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

/** A merchant with money and two recipients whose names are known. */
async function createPayer(database: Database, environment: "test" | "live" = "test") {
  const tenant = await createFundedMerchant(database, 10_000_000n, environment);
  for (const account of [destination, other]) await resolveDestination(database, tenant, account);
  return tenant;
}

/** What an operator names, and what of it is frozen. */
async function scopesOf(database: Database, tenant: Tenant) {
  const merchant = await merchantOf(database, tenant);
  return {
    merchant: { ...all, scope: "merchant", merchant },
    bank: { ...all, scope: "bank", bank: destination.bankCode },
    all,
  };
}

async function statusOf(database: Database, id: bigint) {
  return database.one(sql.type(z.object({ status: z.string(), is_held: z.boolean() }))`
    select status, held_since is not null as is_held from payouts where id = ${id}`);
}

async function outcomes(database: Database, tenant: Tenant, account = destination) {
  const [decision] = await acceptPayouts(database, [payoutRequest(tenant, { destination: account })]);
  return decision!.outcome;
}

describe("payouts of a frozen", () => {
  test.for(["merchant", "bank", "all"] as const)(
    "%s are refused, those accepted before wait, and go on once released",
    async (scope, { database, databaseUrl }) => {
      const [tenant, bystander] = [await createPayer(database), await createPayer(database)];
      const values = (await scopesOf(database, tenant))[scope];
      const waiting = await createPayout(database, tenant);
      const sent = await createPayout(database, tenant);
      const claim = (await claimPayout(database, sent.id))!;
      const before = await balancesOf(database, tenant);

      expect(await runOpsScript(databaseUrl, "freeze-payouts", values)).toEqual([
        { environment: "test", already_claimed: 1, claims_have_ended: true },
      ]);
      expect(await outcomes(database, tenant)).toBe("payouts_frozen");
      expect(await claimPayout(database, waiting.id)).toBeNull();
      expect(await statusOf(database, waiting.id)).toEqual({ status: "pending", is_held: true });
      // What was sent ends as ever; money that waits stays reserved, and nothing failed.
      expect(await finishPayout(database, claim, { kind: "succeeded" })).toBe("done");
      expect((await eventTypes(database, tenant)).filter((type) => type === "payout.failed")).toEqual([]);
      expect((await balancesOf(database, tenant)).available).toBe(before.available);

      // Others are not stopped.
      expect(await outcomes(database, bystander)).toBe(scope === "merchant" ? "accepted" : "payouts_frozen");
      expect(await outcomes(database, tenant, other)).toBe(scope === "bank" ? "accepted" : "payouts_frozen");

      expect(await runOpsScript(databaseUrl, "payout-freezes")).toMatchObject([
        { environment: "test", held: 1, actor: "Ada", reason: "ticket 12" },
      ]);
      await run(database, sql.fragment`update payouts set created_at = created_at - interval '1 hour'`);
      // The sweep gives it no job, and would not make it run again and again.
      await reconcile(database, { environment: "test" });
      const key = `execute_payout:${waiting.id}`;
      const jobs = async () => (await queuedJobs(database)).map((job) => job.key);
      await run(database, sql.fragment`select queue_test_money.remove_job(${key})`);
      await reconcile(database, { environment: "test" });
      expect(await jobs()).not.toContain(key);

      expect(await runOpsScript(databaseUrl, "release-payouts", values)).toMatchObject([
        { payouts: 1, still_held: 0 },
      ]);
      expect(await jobs()).toContain(key);
      expect(await outcomes(database, tenant)).toBe("accepted");
      expect(await claimPayout(database, waiting.id)).not.toBeNull();
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );

  test("environment leave the other one alone", async ({ database, databaseUrl }) => {
    const [tested, live] = [await createPayer(database), await createPayer(database, "live")];
    await runOpsScript(databaseUrl, "freeze-payouts", all);
    expect(await outcomes(database, tested)).toBe("payouts_frozen");
    const { id } = await createPayout(database, live);
    expect(await claimPayout(database, id)).not.toBeNull();
  });

  test("bank do not hold up a merchant's payouts to other banks, however many wait", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const { bank } = await scopesOf(database, tenant);
    const held: { id: bigint }[] = [];
    for (let n = 0; n < 15; n += 1) held.push(await createPayout(database, tenant, { amount: 100n }));
    const free = await createPayout(database, tenant, { amount: 100n, destination: other });
    const jobs = async () => (await queuedJobs(database)).map(({ key }) => key);
    expect(await jobs()).not.toContain(`execute_payout:${free.id}`);
    await runOpsScript(databaseUrl, "freeze-payouts", bank);
    for (const { id } of held) await claimPayout(database, id);
    expect(await jobs()).toContain(`execute_payout:${free.id}`);
    expect(await claimPayout(database, free.id)).not.toBeNull();
    expect(await runOpsScript(databaseUrl, "release-payouts", bank)).toMatchObject([{ payouts: 15 }]);
    expect((await jobs()).filter((key) => held.some(({ id }) => key === `execute_payout:${id}`)).length).toBe(
      15,
    );
  });

  test("merchant whose bank is frozen too wait for both releases, and may be canceled meanwhile", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const { merchant, bank } = await scopesOf(database, tenant);
    const [kept, canceled] = [await createPayout(database, tenant), await createPayout(database, tenant)];
    for (const scope of [merchant, bank]) await runOpsScript(databaseUrl, "freeze-payouts", scope);
    for (const { id } of [kept, canceled]) await claimPayout(database, id);
    expect(
      (await cancelPayout(database, { tenant, reference: canceled.reference, ...asOperator })).outcome,
    ).toBe("canceled");
    expect(await runOpsScript(databaseUrl, "release-payouts", merchant)).toMatchObject([
      { payouts: 0, still_held: 1 },
    ]);
    expect(await claimPayout(database, kept.id)).toBeNull();
    expect(await runOpsScript(databaseUrl, "release-payouts", bank)).toMatchObject([{ payouts: 1 }]);
    expect(await claimPayout(database, kept.id)).not.toBeNull();
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("merchant get 409 PAYOUTS_FROZEN, and the key stays free for later", async ({
    ingress: { call },
    database,
    databaseUrl,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const body = { amount: { value: 5_000, currency: "NGN" }, destination };
    const send = (name: string) =>
      call("POST", "/v1/payouts", { key, body, headers: { "idempotency-key": name } });
    const { merchant } = await scopesOf(database, tenant);
    const earlier = await send("earlier");
    await runOpsScript(databaseUrl, "freeze-payouts", merchant);
    expect(await send("later")).toMatchObject({ status: 409, error: { code: "PAYOUTS_FROZEN" } });
    // A retry still gets its payout.
    expect((await send("earlier")).data).toMatchObject({ reference: earlier.data.reference });
    await runOpsScript(databaseUrl, "release-payouts", merchant);
    expect(outcomeOf(await send("later"))).toBe(201);
  });
});

describe("a freeze and a claim at the same time", () => {
  test("leave nothing for a later claim: the freeze commits at once, then waits and counts what was claimed", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const [early, late] = [await createPayout(database, tenant), await createPayout(database, tenant)];
    const claim = await beginClaim(database, early.id);
    const freeze = runOpsScript(databaseUrl, "freeze-payouts", all);
    await expect.poll(() => outcomes(database, tenant)).toBe("payouts_frozen");
    // It has committed, and a claim that begins now is not held up by the one that is under way.
    expect(await claimPayout(database, late.id)).toBeNull();
    await claim.end();
    expect(await freeze).toEqual([{ environment: "test", already_claimed: 1, claims_have_ended: true }]);
    expect(await statusOf(database, early.id)).toEqual({ status: "processing", is_held: false });
    expect(await statusOf(database, late.id)).toEqual({ status: "pending", is_held: true });
  });

  test("leave word of claims that do not end", async ({ database, databaseUrl }) => {
    const tenant = await createPayer(database);
    const { id } = await createPayout(database, tenant);
    const claim = await beginClaim(database, id);
    expect(await runOpsScript(databaseUrl, "freeze-payouts", all)).toEqual([
      { environment: "test", already_claimed: 0, claims_have_ended: false },
    ]);
    await claim.end();
  });

  test("and a release leave no payout held, whichever comes first", async ({ database, databaseUrl }) => {
    const tenant = await createPayer(database);
    const ids: bigint[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await createPayout(database, tenant, { amount: 100n })).id);
    await runOpsScript(databaseUrl, "freeze-payouts", all);
    const [claims] = await Promise.all([
      Promise.all(ids.map((id) => claimPayout(database, id))),
      runOpsScript(databaseUrl, "release-payouts", all),
    ]);
    const held = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
      select count(*)::integer as n from payouts where held_since is not null`);
    expect(held).toBe(0);
    // The first that is not claimed has a job, whose run adds those of the next. Claims at once don't see each other.
    const first = ids.find((_id, n) => claims[n] === null);
    const keys = (await queuedJobs(database)).map(({ key }) => key);
    if (first !== undefined) expect(keys).toContain(`execute_payout:${first}`);
  });
});

test("a payout that a provider's statement has is not released, also where that is found at the same time", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createPayer(database, "live");
  const values = { ...all, environment: "live" };
  const { id } = await createPayout(database, tenant);
  await runOpsScript(databaseUrl, "freeze-payouts", values);
  expect(await claimPayout(database, id)).toBeNull();
  const released = await whileLocked(
    database,
    async (comparison) => {
      await run(
        comparison,
        sql.fragment`
        insert into reconciliation_differences (reference, gateway, day, kind, subject, payout_id, state)
        values ('dif_1', 'http', current_date, 'paid_there', 'T1', ${id}, 'open')`,
      );
      await run(comparison, sql.fragment`select poll_differences()`);
    },
    () => runOpsScript(databaseUrl, "release-payouts", values),
  );
  expect(released).toMatchObject([{ payouts: 0, still_held: 1 }]);
  expect(await claimPayout(database, id)).toBeNull();
  expect(await statusOf(database, id)).toEqual({ status: "pending", is_held: true });
});

test("a bank is named by its code, with letters too", async ({ database, databaseUrl }) => {
  const values = { ...all, scope: "bank", bank: "MFB50992" };
  const named = z.object({ bank_code: z.string().nullable() });
  const frozen = () => database.anyFirst(sql.type(named)`select bank_code from payout_freezes`);
  await runOpsScript(databaseUrl, "freeze-payouts", values);
  expect(await frozen()).toEqual(["MFB50992"]);
  await runOpsScript(databaseUrl, "release-payouts", values);
  expect(await frozen()).toEqual([]);
});

test("a freeze that is not so is refused, and nothing is stopped", async ({ database, databaseUrl }) => {
  const tenant = await createPayer(database);
  const { merchant, bank } = await scopesOf(database, tenant);
  const freeze = (values: Record<string, string>) => runOpsScript(databaseUrl, "freeze-payouts", values);
  const release = (values: Record<string, string>) => runOpsScript(databaseUrl, "release-payouts", values);
  const goesWith =
    "--scope merchant needs --merchant, --scope bank needs --bank, --scope gateway needs --gateway and takes --bank, " +
    "and --scope all takes none of them";
  expect(await freeze({ ...all, scope: "merchant" })).toBe(goesWith);
  expect(await freeze({ ...merchant, scope: "all" })).toBe(goesWith);
  expect(await freeze({ ...merchant, merchant: "mer_unknown" })).toContain(
    "there is no merchant mer_unknown",
  );
  expect(await freeze({ ...bank, bank: "999999" })).toContain("no bank has the code 999999");
  expect(await release(bank)).toContain("is not frozen in test");
  await freeze(bank);
  expect(await freeze(bank)).toContain("is already frozen in test");
  expect(await outcomes(database, tenant, other)).toBe("accepted");
});

test("what a freeze holds is found and released by an index", async ({ database, databaseUrl }) => {
  const tenant = await createPayer(database);
  const { id } = await createPayout(database, tenant);
  await runSql(
    databaseUrl,
    `insert into payouts (
      reference, merchant_id, environment, idempotency_key, request_hash, amount, fee, currency, bank_code,
      bank_name, account_number, account_name, status, held_since
    )
    select 'pyt_' || n, p.merchant_id, p.environment, n, p.request_hash, 1, 0, p.currency, p.bank_code,
      p.bank_name, p.account_number, p.account_name, case when n % 2 = 0 then 'pending' else 'canceled' end,
      case when n % 2 = 0 then now() end
    from payouts p, generate_series(1, ${MANY}) n`,
  );
  await runSql(databaseUrl, "analyze payouts");
  await runOpsScript(databaseUrl, "freeze-payouts", all);
  expect(await claimPayout(database, id)).toBeNull();
  expect(await runOpsScript(databaseUrl, "payout-freezes")).toMatchObject([{ held: 1000 }]);
  expect(await rowsReadBy(database, sql.fragment`list_payout_freezes()`)).toBeLessThan(1_100);
  expect(await runOpsScript(databaseUrl, "release-payouts", all)).toMatchObject([{ payouts: MANY / 2 + 1 }]);
});
