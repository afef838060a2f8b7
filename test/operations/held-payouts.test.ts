import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { acceptPayouts } from "../../sql/payouts/payouts.ts";
import { cancelPayout } from "../../sql/payouts/decisions.ts";
import { cancelRefund } from "../../sql/refunds/refunds.ts";
import { recordProviderNotice } from "../../sql/gateways/provider-notices.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { rowsReadBy } from "../helpers/database/rows-read-by.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import {
  balancesOf,
  createFundedMerchant,
  createPayout,
  destination,
  eventTypes,
  idOf,
  ledgerDrift,
  payoutRequest,
  queuedJobs,
  resolveDestination,
} from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { beginClaim, claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createPaidCollection, createRefund, payer } from "../refunds/create-collection.ts";

const why = { environment: "test", reason: "ticket 12" };
const { bankCode: bank, accountNumber: account } = destination;
const other = { bankCode: "058", accountNumber: account, accountName: "BOLA ADE" };

async function createPayer(database: Database, environment: "test" | "live" = "test") {
  const tenant = await createFundedMerchant(database, 10_000_000n, environment);
  for (const to of [destination, other]) await resolveDestination(database, tenant, to);
  return tenant;
}

async function stateOf(database: Database, id: bigint) {
  return database.one(sql.type(z.object({ status: z.string(), is_held: z.boolean() }))`
    select status, held_since is not null as is_held from payouts where id = ${id}`);
}

async function outcome(database: Database, tenant: Tenant, to = destination) {
  const [decision] = await acceptPayouts(database, [payoutRequest(tenant, { destination: to })]);
  return decision!.outcome;
}

/** Lists a recipient and returns the number of its entry. */
async function deny(databaseUrl: string, recipient: Record<string, string>) {
  const rows = await runOpsScript(databaseUrl, "block-recipient", { ...why, ...recipient });
  if (typeof rows === "string") throw new Error(rows);
  expect(rows).toEqual([{ claims_have_ended: true }]);
  const listed = await runSql(databaseUrl, "select max(id)::text as entry from blocked_recipients");
  return String(listed[0]!["entry"]);
}

describe("a listed account", () => {
  test("gets no new payout, and what was accepted before waits until a person releases or refuses it", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createPayer(database);
    const payouts = [];
    for (let n = 0; n < 3; n += 1) payouts.push(await createPayout(database, tenant));
    const [released, refused, sent] = payouts as [
      { id: bigint; reference: string },
      (typeof payouts)[0],
      (typeof payouts)[0],
    ];
    const claim = (await claimPayout(database, sent!.id))!;
    const before = await balancesOf(database, tenant);
    const entry = await deny(databaseUrl, { bank, account });

    expect(await outcome(database, tenant)).toBe("destination_blocked");
    expect(await outcome(database, tenant, other)).toBe("accepted");
    for (const { id } of [released, refused!]) {
      expect(await claimPayout(database, id)).toBeNull();
      expect(await stateOf(database, id)).toEqual({ status: "pending", is_held: true });
    }
    // What was sent ends as ever.
    expect(await finishPayout(database, claim, { kind: "succeeded" })).toBe("done");
    expect(await runOpsScript(databaseUrl, "held-payouts")).toMatchObject([
      { reference: released.reference, cause: "account", account_name: destination.accountName },
      { reference: refused!.reference },
    ]);
    // The sweep does not make them run again and again.
    await runSql(databaseUrl, "update payouts set created_at = created_at - interval '1 hour'");
    await runSql(databaseUrl, "select queue_test_money.remove_job($1)", [`execute_payout:${released.id}`]);
    await reconcile(database, { environment: "test" });
    const keys = async () => (await queuedJobs(database)).map(({ key }) => key);
    expect(await keys()).not.toContain(`execute_payout:${released.id}`);

    const decide = (reference: string, decision: string) =>
      runOpsScript(databaseUrl, "decide-held-payout", { reason: "checked", reference, decision });
    expect(await decide(released.reference, "release")).toEqual([
      { reference: released.reference, status: "pending" },
    ]);
    expect(await keys()).toContain(`execute_payout:${released.id}`);
    // The list still has the account: the person's word counts.
    expect(await claimPayout(database, released.id)).not.toBeNull();

    expect(await decide(refused!.reference, "refuse")).toEqual([
      { reference: refused!.reference, status: "failed" },
    ]);
    const [failed] = await runSql<{ failure_code: string; amount: string; fee: string }>(
      databaseUrl,
      "select failure_code, amount, fee from payouts where id = $1",
      [String(refused!.id)],
    );
    expect(failed!.failure_code).toBe("DESTINATION_BLOCKED");
    expect((await eventTypes(database, tenant)).filter((type) => type === "payout.failed")).toHaveLength(1);
    expect(await decide(refused!.reference, "refuse")).toContain("is not held");
    // What was refused is back, and a payout to somebody else was accepted meanwhile.
    const back = Number(failed!.amount) + Number(failed!.fee);
    expect((await balancesOf(database, tenant)).available).toBe(
      before.available! + back - (await costOf(databaseUrl, other)),
    );
    expect(await ledgerDrift(database)).toEqual([]);

    await runOpsScript(databaseUrl, "unblock-recipient", { ...why, entry });
    expect(await outcome(database, tenant)).toBe("accepted");
  });

  test("at any bank is refused at each, and one environment's list is not the other's", async ({
    database,
    databaseUrl,
  }) => {
    const [tested, live] = [await createPayer(database), await createPayer(database, "live")];
    await deny(databaseUrl, { account });
    expect(await outcome(database, tested)).toBe("destination_blocked");
    expect(await outcome(database, tested, other)).toBe("destination_blocked");
    const { id } = await createPayout(database, live);
    expect(await claimPayout(database, id)).not.toBeNull();
  });

  test("is refused with 400, a replay gets its payout, and the key stays free", async ({
    ingress: { call },
    database,
    databaseUrl,
  }) => {
    const { tenant, key } = await createMember(database, { available: 1_000_000n });
    await resolveDestination(database, tenant);
    const body = { amount: { value: 5_000, currency: "NGN" }, destination };
    const send = (name: string) =>
      call("POST", "/v1/payouts", { key, body, headers: { "idempotency-key": name } });
    const earlier = await send("earlier");
    const entry = await deny(databaseUrl, { bank, account });
    expect(await send("later")).toMatchObject({ status: 400, error: { code: "DESTINATION_BLOCKED" } });
    expect((await send("earlier")).data).toMatchObject({ reference: earlier.data.reference });
    await runOpsScript(databaseUrl, "unblock-recipient", { ...why, entry });
    expect((await send("later")).status).toBe(201);
  });
});

describe("a listed name", () => {
  test.for([
    ["KEMI AMINA UDOH", "Amina  Udoh", true],
    ["ỌLÁ ADE-OJO", "ade ojo ola", true],
    ["O'BRIEN BISI", "Bisi OBrien", true],
    ["KEMI AMINA UDOH", "Kemi Okoro", false],
    ["KEMI", "Kemi", true],
    ["KEMI AMINA UDOH", "Kemi", false],
  ] as const)(
    "lets a payout to %s wait where the list has %s: %s",
    async ([accountName, name, isHeld], { database, databaseUrl }) => {
      const to = { ...destination, accountName };
      const tenant = await createFundedMerchant(database, 10_000_000n);
      await resolveDestination(database, tenant, to);
      await deny(databaseUrl, { name });
      // Names are not unique: nobody is refused because of one.
      const payout = await createPayout(database, tenant, { destination: to });
      expect((await claimPayout(database, payout.id)) === null).toBe(isHeld);
      expect(await stateOf(database, payout.id)).toEqual(
        isHeld ? { status: "pending", is_held: true } : { status: "processing", is_held: false },
      );
    },
  );

  test("lets a refund to its holder wait, which its merchant may cancel", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 0n);
    const collection = await createPaidCollection(database, tenant, 100_000n);
    const refund = () => createRefund(database, tenant, collection, { amount: 50_000n });
    const [released, canceled] = [await refund(), await refund()];
    await deny(databaseUrl, { name: payer.accountName });
    const claim = async (reference: string) =>
      claimPayout(database, await idOf(database, "payouts", reference));
    for (const reference of [released, canceled]) expect(await claim(reference)).toBeNull();
    expect(await runOpsScript(databaseUrl, "held-payouts")).toMatchObject([
      { reference: released, cause: "name" },
      { reference: canceled, cause: "name" },
    ]);
    const decision = { reason: "checked", reference: released, decision: "release" };
    expect(await runOpsScript(databaseUrl, "decide-held-payout", decision)).toEqual([
      { reference: released, status: "pending" },
    ]);
    expect(await finishPayout(database, (await claim(released))!, { kind: "succeeded" })).toBe("done");
    await cancelRefund(database, { tenant, reference: canceled, ...asOperator });
    expect(await runOpsScript(databaseUrl, "held-payouts")).toEqual([]);
    expect(await balancesOf(database, tenant)).toEqual({ available: 50_000, reserved: 0 });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is found by an index among many", async ({ database, databaseUrl }) => {
    await runSql(
      databaseUrl,
      `insert into blocked_recipients (environment, name_words)
      select 'test', array['N' || n, 'NAME'] from generate_series(1, 5000) n`,
    );
    await runSql(databaseUrl, "analyze blocked_recipients");
    const read = (name: string) =>
      rowsReadBy(database, sql.fragment`blocked_recipient('test', '058', '0123456789', ${name}) r`);
    expect(await read("KEMI AMINA N17")).toBeLessThan(20);
  });
});

test("a payout that waits for a person is not released with a freeze, and its merchant may cancel it", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createPayer(database);
  const [kept, canceled] = [await createPayout(database, tenant), await createPayout(database, tenant)];
  await deny(databaseUrl, { account });
  for (const { id } of [kept, canceled]) await claimPayout(database, id);
  const freeze = { ...why, scope: "all" };
  await runOpsScript(databaseUrl, "freeze-payouts", freeze);
  expect(await runOpsScript(databaseUrl, "payout-freezes")).toMatchObject([{ held: 0 }]);
  expect(await runOpsScript(databaseUrl, "release-payouts", freeze)).toMatchObject([
    { payouts: 0, still_held: 2 },
  ]);
  expect(await claimPayout(database, kept.id)).toBeNull();
  expect(
    (await cancelPayout(database, { tenant, reference: canceled.reference, ...asOperator })).outcome,
  ).toBe("canceled");
  // Nothing is left of it that each look at what waits would read.
  expect(await runSql(databaseUrl, "select payout_id from payout_holds where decision is null")).toEqual([
    { payout_id: String(kept.id) },
  ]);
  expect(await runOpsScript(databaseUrl, "held-payouts")).toMatchObject([{ reference: kept.reference }]);
  expect(
    await runOpsScript(databaseUrl, "decide-held-payout", {
      reason: "checked",
      reference: canceled.reference,
      decision: "refuse",
    }),
  ).toContain("is not held");
  expect(await ledgerDrift(database)).toEqual([]);
});

test("the provider is not polled about a payout that was refused, which it never got", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createPayer(database, "live");
  const { id, reference } = await createPayout(database, tenant);
  await deny(databaseUrl, { environment: "live", account });
  expect(await claimPayout(database, id)).toBeNull();
  const refuse = { reason: "checked", reference, decision: "refuse" };
  expect(await runOpsScript(databaseUrl, "decide-held-payout", refuse)).toMatchObject([{ status: "failed" }]);
  const ask = "select poll_payout($1, row('Ada', null, null, 'the merchant asks', null)::acting)";
  await expect(runSql(databaseUrl, ask, [reference])).rejects.toThrow("the provider never got it");
  // Somebody else's transfer, or a forged report: kept for operators.
  const notice = { gateway: "paystack", event: "transfer.success", reference } as const;
  expect(await recordProviderNotice(database, notice)).toBe("unmatched");
  expect(
    await runSql(databaseUrl, "select next_confirmation_at from payouts where id = $1", [String(id)]),
  ).toEqual([{ next_confirmation_at: null }]);
});

test("a listing commits beside claims that are under way, and then waits for them", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createPayer(database);
  const { id } = await createPayout(database, tenant);
  const claim = await beginClaim(database, id);
  const listing = runOpsScript(databaseUrl, "block-recipient", { ...why, account });
  await expect.poll(() => outcome(database, tenant)).not.toBe("accepted");
  await claim.end();
  expect(await listing).toEqual([{ claims_have_ended: true }]);
});

test("a person's decision and a cancellation at the same time have one effect", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createPayer(database);
  const before = await balancesOf(database, tenant);
  const payout = await createPayout(database, tenant);
  await deny(databaseUrl, { account });
  await claimPayout(database, payout.id);
  const refuse = { reason: "checked", reference: payout.reference, decision: "refuse" };
  await Promise.all([
    ...Array.from({ length: 5 }, () => runOpsScript(databaseUrl, "decide-held-payout", refuse)),
    cancelPayout(database, { tenant, reference: payout.reference, ...asOperator }),
  ]);
  expect(["failed", "canceled"]).toContain((await stateOf(database, payout.id)).status);
  expect((await balancesOf(database, tenant)).available).toBe(before.available);
  expect(await ledgerDrift(database)).toEqual([]);
});

test("what cannot be listed is refused, and says why", async ({ databaseUrl }) => {
  const list = (recipient: Record<string, string>) =>
    runOpsScript(databaseUrl, "block-recipient", { ...why, ...recipient });
  const one = "give --account, with or without --bank, or --name";
  expect(await list({})).toBe(one);
  expect(await list({ account, name: "Kemi Udoh" })).toBe(one);
  expect(await list({ bank, name: "Kemi Udoh" })).toBe(one);
  expect(await list({ account, bank: "999999" })).toContain("no bank has the code");
  const nineDigits = "an account number has 10 digits: spreadsheets drop a 0 in front";
  expect(await list({ account: "123456789" })).toBe(nineDigits);
  expect(await list({ account: "00123456789", bank })).toBe(nineDigits);
  expect(await list({ name: "--" })).toBe("--name has no word");
  await list({ name: "Kemi Udoh" });
  expect(await list({ name: "UDOH, Kemi" })).toContain("is already blocked in test");
  expect(await runOpsScript(databaseUrl, "blocked-recipients")).toMatchObject([{ recipient: "KEMI UDOH" }]);
  expect(await runOpsScript(databaseUrl, "unblock-recipient", { ...why, entry: "999" })).toContain(
    "there is no entry 999 in test",
  );
});

async function costOf(databaseUrl: string, { bankCode }: typeof destination): Promise<number> {
  const [row] = await runSql<{ cost: string }>(
    databaseUrl,
    "select sum(amount + fee) as cost from payouts where bank_code = $1",
    [bankCode],
  );
  return Number(row!.cost);
}
