import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { connectClient } from "../../sql/process/connections/connect-client.ts";
import { gatewayNames } from "../../workers/gateways/manifest/manifests.ts";
import { claimPayoutConfirmation, type ClaimedPayout } from "../../sql/payouts/payouts.ts";
import { decidePayout } from "../../sql/payouts/decisions.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, createPayout, ledgerDrift, resolveDestination } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout, reroutePayout } from "../helpers/worker-steps.ts";
import { letPollBecomeDue } from "../payouts/accept-test-payouts.ts";
import { at, csvOf, importStatement } from "../reconciliation/provider-books.ts";
import { claimThrough, creditThrough, floatsOf, liveSum, payThrough } from "./live-money.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const acting = { actor: "Ada", reason: "asked both" };

const run = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.query(sql.type(z.object({}))`${statement}`);

const count = (database: Database, statement: ReturnType<typeof sql.fragment>) =>
  database.oneFirst(sql.type(z.object({ n: z.number() }))`select count(*)::integer as n from ${statement}`);

async function expectSound(database: Database): Promise<void> {
  expect(await ledgerDrift(database)).toEqual([]);
  expect(await liveSum(database)).toBe(0n);
}

describe("the float of a live gateway", () => {
  test("has what came in through it, without what went out, and again what came back", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "paystack", 50_000n, tenant);
    await creditThrough(database, "monnify", 7_000n);
    await creditThrough(database, null, 300n);
    expect(await floatsOf(database)).toEqual({ paystack: 50_000, monnify: 7_000, http: 300 });

    await payThrough(database, "paystack", tenant, "succeeded");
    expect(await floatsOf(database)).toEqual({ paystack: 49_000, monnify: 7_000, http: 300 });
    await payThrough(database, "monnify", tenant, "failed");
    const { claim } = await claimThrough(database, "monnify", tenant);
    expect(await floatsOf(database)).toEqual({ paystack: 49_000, monnify: 7_000, http: 300 });
    await finishPayout(database, claim, { kind: "reversed" });
    expect(await floatsOf(database)).toEqual({ paystack: 49_000, monnify: 7_000, http: 300 });
    const times = sql.fragment`ledger_journals where kind in ('payout_settled', 'payout_reversed')`;
    expect(await count(database, times)).toBe(3);
    await expectSound(database);
  });

  test("gives what an operator sends back of it, and nothing for what is released from suspense", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    const merchant = await merchantOf(database, tenant);
    const resolve = (amount: number, resolution: string) =>
      run(
        database,
        sql.fragment`select from resolve_suspended_credit(
          (select reference from credits where amount = ${amount}), ${resolution}, ${merchant},
          row('Ada', null, null, 'ticket 1', null)::acting)`,
      );
    await creditThrough(database, "monnify", 500n);
    await creditThrough(database, "monnify", 20n);
    await resolve(20, "release");
    expect(await floatsOf(database)).toEqual({ monnify: 520 });
    await resolve(500, "refund");
    expect(await floatsOf(database)).toEqual({ monnify: 20 });
    await expectSound(database);
  });

  test("has less by what the provider took, once its statement says so", async ({ database }) => {
    await creditThrough(database, null, 10_000n);
    await creditThrough(database, "monnify", 10_000n);
    const credit = { id: "L1", type: "credit", reference: "va_unknown", providerId: "in-1" } as const;
    const line = { ...credit, amount: 10_000n, fee: 137n, currency: "NGN", time: at("12:00:00") };
    await importStatement(database, csvOf([line]));
    expect(await floatsOf(database)).toEqual({ http: 9_863, monnify: 10_000 });
    await importStatement(database, csvOf([{ ...line, id: "L2", fee: 0n }, line]));
    expect(await floatsOf(database)).toEqual({ http: 9_863, monnify: 10_000 });
    await expectSound(database);
  });

  test("is there for every gateway and currency", async ({ fileDatabase }) => {
    const floats = await fileDatabase.anyFirst(sql.type(z.object({ name: z.string() }))`
      select f.gateway || ' ' || f.currency || ' ' || a.kind as name
      from floats f join ledger_accounts a on a.id = f.account_id`);
    const expected = gatewayNames.flatMap((name) => [
      `${name} NGN float_${name}`,
      `${name} USD float_${name}`,
    ]);
    expect(floats.toSorted()).toEqual(expected.toSorted());
  });

  test("is there for a gateway that is new, which can be moved money to", async ({ database }) => {
    await database.query(sql.type(z.object({}))`insert into gateways values ('another', false)`);
    const places = await database.anyFirst(sql.type(z.object({ found: z.boolean() }))`
      select a.kind = 'float_another' as found from floats f join ledger_accounts a on a.id = f.account_id
      where f.gateway = 'another'`);
    expect(places).toEqual([true, true]);
    await expectSound(database);
  });

  test("is of live money alone", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 100_000n);
    await resolveDestination(database, tenant);
    const payout = await createPayout(database, tenant);
    const claim = (await claimPayout(database, payout.id))!;
    await finishPayout(database, claim, { kind: "succeeded" });
    expect(await count(database, sql.fragment`float_changes`)).toBe(0);
    expect(await floatsOf(database)).toEqual({});
  });

  test("stops no payout when it goes below zero by our books", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "paystack", 5_000n, tenant);
    await payThrough(database, "monnify", tenant, "succeeded");
    expect(await floatsOf(database)).toEqual({ paystack: 5_000, monnify: -1_000 });
    await expectSound(database);
  });

  test("is not told to the merchant", async ({ database }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "paystack", 5_000n, tenant);
    const { reference } = await payThrough(database, "paystack", tenant, "succeeded");
    const journals = await database.oneFirst(sql.type(z.object({ json: z.string() }))`
      select journals_of(${tenant.merchantId}, 'live', ${reference})::text as json`);
    expect(journals).toContain('"account":"gateway"');
    expect(journals).not.toMatch(/float|paystack/);
  });

  test("has to be named by live money that moves at a gateway", async ({ database }) => {
    const { merchantId } = await createFundedMerchant(database, 0n, "live");
    for (const through of [null, "nobody"]) {
      const post = run(
        database,
        sql.fragment`select post_journals(array[(
          'credit_settled', 'crd_1', ${merchantId}, 'live', 'NGN', 100, 0, -100, 0, 0, 0, 0, ${through}
        )::ledger_movement])`,
      );
      await expect(post).rejects.toMatchObject({ column: "account_id" });
    }
  });
});

describe("a payout that its first gateway refused, and paid all the same", () => {
  async function paidByBoth(database: Database) {
    const tenant = await createFundedMerchant(database, 0n, "live");
    await creditThrough(database, "http", 5_000n, tenant);
    const { id, reference, claim } = await claimThrough(database, "paystack", tenant);
    const refusal = { reason: "no_float", gateways: ["monnify"] } as const;
    const next: ClaimedPayout = (await reroutePayout(database, claim, refusal))!;
    const notice = { gateway: "paystack", event: "transfer.success", reference } as const;
    expect(await recordProviderNotice(database, notice)).toBe("accepted_despite_refusal");
    return { id, reference, next };
  }
  async function answer(database: Database, id: bigint, kind: "succeeded" | "reversed") {
    await letPollBecomeDue(database, id);
    const asked = (await claimPayoutConfirmation(database, { payoutId: id }))!;
    return finishPayout(database, asked, { kind });
  }

  test("is paid from the first one's float when a person decides so, and comes back to it", async ({
    database,
  }) => {
    const { id, reference } = await paidByBoth(database);
    await decidePayout(database, { reference, outcome: "succeeded", acting });
    expect(await floatsOf(database)).toEqual({ http: 5_000, paystack: -1_000 });
    await run(
      database,
      sql.fragment`update payouts set needs_review = true, next_confirmation_at = null where id = ${id}`,
    );
    await decidePayout(database, { reference, outcome: "failed", acting });
    expect(await floatsOf(database)).toEqual({ http: 5_000 });
    await expectSound(database);
  });

  test("is paid from the second one's when that says that it succeeded", async ({ database }) => {
    const { id, reference } = await paidByBoth(database);
    expect(await answer(database, id, "succeeded")).toBe("done");
    await decidePayout(database, { reference, outcome: "succeeded", acting });
    expect(await floatsOf(database)).toEqual({ http: 5_000, monnify: -1_000 });
    await expectSound(database);
  });
});

describe("the balances of floats", () => {
  test("adds up what floats gained and gave, and keeps no change that is added", async ({ database }) => {
    await creditThrough(database, "paystack", 500n);
    await creditThrough(database, "paystack", 20n);
    await creditThrough(database, "monnify", 3n);
    expect(await count(database, sql.fragment`float_changes`)).toBe(3);
    await reconcile(database, { environment: "test" });
    expect(await count(database, sql.fragment`float_changes`)).toBe(3);
    await reconcile(database, { environment: "live" });
    await reconcile(database, { environment: "live" });
    expect(await count(database, sql.fragment`float_changes`)).toBe(0);
    expect(await floatsOf(database)).toEqual({ paystack: 520, monnify: 3 });
    const changed = sql.fragment`floats where changed_at > now() - interval '1 minute'`;
    expect(await count(database, changed)).toBe(2);
    await expectSound(database);
  });

  test("miss nothing of many movements at once, while they are added up", async ({ database }) => {
    const fundedTenant = () => createFundedMerchant(database, 100_000n, "live");
    const tenants = await Promise.all(Array.from({ length: 6 }, fundedTenant));
    const gateways = ["http", "paystack", "monnify"] as const;
    const jobs = Array.from({ length: 30 }, (_, n) => async () => {
      const gateway = gateways[n % 3]!;
      await creditThrough(database, gateway, BigInt(n + 1));
      await payThrough(database, gateway, tenants[n % 6]!, "succeeded");
      if (n % 5 === 0) await reconcile(database, { environment: "live" });
    });
    await Promise.all(jobs.map((job) => job()));
    const cameIn = (turn: number) => jobs.reduce((sum, _, n) => sum + (n % 3 === turn ? n + 1 : 0), 0);
    const expected = {
      http: 600_000 + cameIn(0) - 10_000,
      paystack: cameIn(1) - 10_000,
      monnify: cameIn(2) - 10_000,
    };
    expect(await floatsOf(database)).toEqual(expected);
    await reconcile(database, { environment: "live" });
    expect(await count(database, sql.fragment`float_changes`)).toBe(0);
    expect(await floatsOf(database)).toEqual(expected);
    await expectSound(database);
  });

  test("are not waited for by a movement of money while somebody holds them", async ({
    database,
    databaseUrl,
  }) => {
    const holder = await connectClient(databaseUrl);
    try {
      await holder.query("begin");
      await holder.query("select from floats for update");
      await creditThrough(database, "paystack", 500n);
      expect(await floatsOf(database)).toEqual({ paystack: 500 });
    } finally {
      await holder.end();
    }
  });

  for (const [what, wrong] of [
    [
      "holds another sum",
      sql.fragment`update floats set held = held - 1 where gateway = 'paystack' and currency = 'NGN'`,
    ],
    ["lost a change", sql.fragment`delete from float_changes where id = (select min(id) from float_changes)`],
  ] as const)
    test(`are wrong by the proof of the ledger where a float ${what}`, async ({ database, databaseUrl }) => {
      await creditThrough(database, "paystack", 1n);
      await creditThrough(database, "paystack", 20n);
      await run(database, wrong);
      expect(await runOpsScript(databaseUrl, "prove-ledger", { reason: "nightly" })).toEqual([
        { problem: "a float differs from its entries", subject: "float paystack NGN", difference: "-1" },
      ]);
    });

  test("are wrong by the proof of the ledger where entries went past them", async ({ database }) => {
    await run(database, sql.fragment`alter table ledger_entries disable trigger floats_follow_entries`);
    await creditThrough(database, "http", 5n);
    expect(await ledgerDrift(database)).toEqual([
      { problem: "a float differs from its entries", subject: "float http NGN" },
    ]);
  });
});
