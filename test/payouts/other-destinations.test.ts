import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { readNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { enquireName } from "../../workers/banks/enquire-name.ts";
import { confirmPayout } from "../../workers/payouts/confirm-payout.ts";
import { executePayout } from "../../workers/payouts/execute-payout.ts";
import { startFlutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { DEFAULT_NAME, startProvider } from "../gateways/http/start-provider.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { contextWith, type LiveProvider } from "./accept-live-payout.ts";
import { acceptTestPayouts, findPayout, letPollBecomeDue } from "./accept-test-payouts.ts";

const number = "0123456789";

/** Accepts payouts that are sent through these gateways, in this order. */
async function startPaying(database: Database, ...providers: LiveProvider[]) {
  const tenant = await createFundedMerchant(database, 1_000_000n, "live");
  const context = contextWith(database, providers);
  const accept = async (bankCode: string, accountNumber = number) => {
    const [reference] = await acceptTestPayouts(database, tenant, { bankCode, accountNumber });
    return findPayout(database, reference!);
  };
  return {
    tenant,
    context,
    pay: async (bankCode: string, accountNumber?: string) => {
      const { id } = await accept(bankCode, accountNumber);
      await executePayout(context, id);
      return { id };
    },
    ask: async (id: bigint) => {
      await letPollBecomeDue(database, id);
      await confirmPayout(context, id);
    },
    stateOf: (id: bigint) =>
      database.one(sql.type(
        z.object({ status: z.string(), through: z.string().nullable(), held: z.boolean() }),
      )`
        select status, sent_through as through, held_since is not null as held from payouts where id = ${id}`),
  };
}

const gateways = [
  { kind: "flutterwave", start: startFlutterwave },
  { kind: "monnify", start: startMonnify },
  { kind: "paystack", start: startPaystack },
];

const release = (kind: string) => ({
  environment: "live",
  scope: "gateway",
  gateway: kind,
  merchant: "",
  bank: "058",
  reason: "codes compared",
});

describe.each(gateways)("a payout through $kind that goes to another holder", ({ kind, start }) => {
  test("is recorded as it is, and stops the gateway for that bank until an operator has looked", async ({
    database,
    databaseUrl,
  }) => {
    await using gateway = await start();
    gateway.saysOf.set(number, { holder: "MUSA IBRAHIM" });
    const { tenant, context, pay, ask, stateOf } = await startPaying(database, gateway);
    const first = await pay("058");
    expect(await stateOf(first.id)).toMatchObject({ status: "succeeded", through: kind });
    expect(await runOpsScript(databaseUrl, "payout-freezes")).toMatchObject([
      { environment: "live", frozen: `gateway ${kind} to bank 058`, actor: "workers", held: 0 },
    ]);

    const second = await pay("058", "0123456780");
    expect(await stateOf(second.id)).toMatchObject({ status: "pending", held: true });
    expect(await stateOf((await pay("044", "0123456781")).id)).toMatchObject({ status: "succeeded" });
    const account = { bankCode: "058", accountNumber: "0123456780" };
    const enquiry = (await requestNameEnquiry(database, tenant, account))!;
    await enquireName(context, enquiry);
    expect(await readNameEnquiry(database, tenant, account, enquiry)).toMatchObject({
      status: "not_reached",
    });
    expect(gateway.calls.name).toBe(0);

    expect(await runOpsScript(databaseUrl, "release-payouts", release(kind))).toMatchObject([
      { released: `gateway ${kind} to bank 058`, payouts: 1 },
    ]);
    await executePayout(context, second.id);
    expect(await stateOf(second.id)).toMatchObject({ status: "succeeded", through: kind });
    // What was looked at stops nothing again.
    await ask(first.id);
    expect(await runOpsScript(databaseUrl, "payout-freezes")).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("leaves later payouts to that bank to the next gateway that reaches it", async ({ database }) => {
    await using gateway = await start();
    await using http = await startProvider();
    gateway.saysOf.set(number, { holder: "MUSA IBRAHIM" });
    const { pay, stateOf } = await startPaying(database, gateway, http);
    expect(await stateOf((await pay("058")).id)).toMatchObject({ through: kind });
    expect(await stateOf((await pay("058", "0123456780")).id)).toMatchObject({ through: "http" });
    expect(await stateOf((await pay("044", "0123456780")).id)).toMatchObject({ through: kind });
  });
});

test("a holder whose account was saved under an earlier name stops nobody's payouts; another bank does", async ({
  database,
  databaseUrl,
}) => {
  await using flutterwave = await startFlutterwave();
  flutterwave.saysOf.set(number, { holder: "MUSA IBRAHIM" });
  const { tenant, pay, stateOf } = await startPaying(database, flutterwave);
  const save = (age: string) =>
    database.query(sql.type(z.object({}))`
      insert into payout_accounts as a (
        reference, merchant_id, environment, bank_code, account_number, account_name, created_at
      )
      values ('pac_1', ${tenant.merchantId}, 'live', '058', ${number}, ${DEFAULT_NAME}, now() - ${age}::interval)
      on conflict (reference) do update set created_at = excluded.created_at`);
  const freezes = () => runOpsScript(databaseUrl, "payout-freezes");
  await save("25 hours");
  expect(await stateOf((await pay("058")).id)).toMatchObject({ status: "succeeded" });
  expect(await freezes()).toEqual([]);
  flutterwave.saysOf.set(number, { holder: "MUSA IBRAHIM", bank: "044" });
  await pay("058");
  expect(await freezes()).toHaveLength(1);
  await runOpsScript(databaseUrl, "release-payouts", release("flutterwave"));

  flutterwave.saysOf.set(number, { holder: "MUSA IBRAHIM" });
  await save("1 hour");
  await pay("058");
  expect(await freezes()).toHaveLength(1);
});

test("only a code that we know as another bank's is another bank", async ({ database }) => {
  const isOther = (gateway: string, bankCode: string, said: string) =>
    database.oneFirst(sql.type(z.object({ is_other: z.boolean() }))`
      select is_other_bank(${gateway}, ${bankCode}, ${said}) as is_other`);
  // OPay's: Monnify's own code, and that of the interbank switch.
  expect(await isOther("monnify", "999992", "305")).toBe(false);
  expect(await isOther("monnify", "999992", "100004")).toBe(false);
  expect(await isOther("monnify", "999992", "044")).toBe(true);
  expect(await isOther("flutterwave", "058", "000014")).toBe(true);
  expect(await isOther("flutterwave", "058", "000999")).toBe(false);
});

test("names are compared loosely", async ({ database }) => {
  const isOther = (enquired: string, said: string) =>
    database.oneFirst(sql.type(z.object({ is_other: z.boolean() }))`
      select is_other_holder(${enquired}, ${said}) as is_other`);
  for (const same of [
    ["ADAEZE OKAFOR", "OKAFOR, ADAEZE CHINYERE"],
    ["Ọlá Ade-Ojo", "OLA ADE OJO"],
    ["ADAEZE OKAFOR", "A. OKAFOR"],
    ["KADUNA BOOKS LTD", "KADUNABOOKS LIMITED"],
    ["ADAEZE OKAFOR", "ADA*** OKA***"],
    ["ADAEZE OKAFOR", "*** ***"],
    ["ADAEZE OKAFOR", "MR OKAFOR"],
  ] as const)
    expect([same, await isOther(same[0], same[1]), await isOther(same[1], same[0])]).toEqual([
      same,
      false,
      false,
    ]);
  for (const other of [
    ["ADAEZE OKAFOR", "MUSA IBRAHIM"],
    ["MR ADAEZE OKAFOR", "MR MUSA IBRAHIM"],
    ["KADUNA BOOKS LTD", "LAGOS SHOES LTD"],
    ["ADAEZE CHINYERE OKAFOR", "ADAEZE BOLA MUSA"],
  ] as const)
    expect([other, await isOther(other[0], other[1]), await isOther(other[1], other[0])]).toEqual([
      other,
      true,
      true,
    ]);
});

test("a payout to another bank is not sent by Paystack, and stops it for that bank", async ({ database }) => {
  await using paystack = await startPaystack();
  await using http = await startProvider();
  paystack.saysOf.set(number, { bank: "044" });
  const { pay, stateOf } = await startPaying(database, paystack, http);
  expect(await stateOf((await pay("058")).id)).toMatchObject({ status: "succeeded", through: "http" });
  expect(paystack.calls.transfer).toBe(0);
  expect(await stateOf((await pay("058", "0123456780")).id)).toMatchObject({ through: "http" });
  expect(paystack.calls.recipient).toBe(1);
});

test("what cannot be compared now leaves the payout as it is, and is compared with the next answer", async ({
  database,
}) => {
  await using monnify = await startMonnify();
  monnify.saysOf.set(number, { bank: "044" });
  const { pay, ask, stateOf } = await startPaying(database, monnify);
  const rename = (from: string, to: string) =>
    database.query(sql.type(z.object({}))`
      alter function ${sql.identifier([from])} rename to ${sql.identifier([to])}`);
  await rename("is_other_bank", "is_other_bank_gone");
  const { id } = await pay("058");
  expect(await stateOf(id)).toMatchObject({ status: "succeeded" });
  await rename("is_other_bank_gone", "is_other_bank");
  await ask(id);
  expect(await stateOf(id)).toMatchObject({ status: "succeeded" });
  expect(await stateOf((await pay("058", "0123456780")).id)).toMatchObject({ held: true });
});
