import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { readNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { enquireName } from "../../workers/banks/enquire-name.ts";
import { createMember } from "../helpers/create-member.ts";
import { startFlutterwave } from "../gateways/flutterwave/start-flutterwave.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { createFundedMerchant } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { contextWith, type LiveProvider } from "../payouts/accept-live-payout.ts";
import { acceptTestPayouts, findPayout } from "../payouts/accept-test-payouts.ts";

const accountNumber = "0022728151";

/** The result of an enquiry that a worker makes whose live gateways are these, in this order. */
async function enquiryAt(database: Database, tenant: Tenant, bankCode: string, providers: LiveProvider[]) {
  const account = { bankCode, accountNumber };
  const id = (await requestNameEnquiry(database, tenant, account))!;
  await enquireName(contextWith(database, providers), id);
  return readNameEnquiry(database, tenant, account, id);
}

const activeBanks = (database: Database, providers: string[]) =>
  database.any(sql.type(z.object({ code: z.string(), isReached: z.boolean() }))`
    select b.code, exists (
        select from bank_provider_codes c
        where c.bank_code = b.code and c.gateway = any (${sql.array(providers, "text")})
      ) as "isReached"
    from banks b where b.active order by b.code`);

describe.concurrent("a name enquiry with several live gateways", () => {
  for (const pair of ["paystack,flutterwave", "monnify,paystack"] as const) {
    test(`finds the name at each bank that one of ${pair} reaches, and a payout goes there`, async ({
      fileDatabase: database,
    }) => {
      await using paystack = await startPaystack();
      await using other = await (pair === "monnify,paystack" ? startMonnify() : startFlutterwave());
      const providers = pair === "monnify,paystack" ? [other, paystack] : [paystack, other];
      const kinds = pair.split(",");
      const tenant = await createFundedMerchant(database, 1_000_000n, "live");
      const context = contextWith(database, providers);
      const found: [string, string | undefined][] = [];
      const paid: [string, boolean][] = [];
      const banks = await activeBanks(database, kinds);
      for (const { code, isReached } of banks) {
        found.push([code, (await enquiryAt(database, tenant, code, providers))?.status]);
        if (!isReached) continue;
        const [reference] = await acceptTestPayouts(database, tenant, { bankCode: code });
        const { id } = await findPayout(database, reference!);
        const claimed = await context.payoutCalls.claim(id);
        paid.push([code, kinds.includes(claimed!.sentThrough)]);
      }
      expect(found).toEqual(
        banks.map(({ code, isReached }) => [code, isReached ? "resolved" : "not_reached"]),
      );
      expect(paid.every(([, isPaid]) => isPaid)).toBe(true);
      expect(banks.filter(({ isReached }) => isReached).length).toBeGreaterThan(100);
    });
  }

  test("calls first the one that would pay, by rules, freezes and what is called now", async ({
    database,
    databaseUrl,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    paystack.names.set(accountNumber, "OF PAYSTACK");
    http.names.set(accountNumber, "OF HTTP");
    const tenant = await createFundedMerchant(database, 0n, "live");
    const nameAt = async (bankCode: string) =>
      (await enquiryAt(database, tenant, bankCode, [paystack, http]))?.accountName;
    expect(await nameAt("058")).toBe("OF PAYSTACK");
    // Paystack does not reach it.
    expect(await nameAt("090270")).toBe("OF HTTP");

    await runOpsScript(databaseUrl, "set-gateway-rule", {
      operation: "payout",
      reason: "contract 4",
      merchant: "",
      bank: "044",
      from: "",
      gateways: "http",
    });
    expect(await nameAt("044")).toBe("OF HTTP");
    await runOpsScript(databaseUrl, "freeze-payouts", {
      environment: "live",
      scope: "gateway",
      gateway: "paystack",
      merchant: "",
      bank: "",
      reason: "ticket 12",
    });
    expect(await nameAt("058")).toBe("OF HTTP");
  });

  test("calls the next one where there is no answer, and believes the first that says no", async ({
    fileDatabase: database,
  }) => {
    await using http = await startProvider();
    await using paystack = await startPaystack();
    const tenant = await createFundedMerchant(database, 0n, "live");
    paystack.misbehave("name", "unavailable", 1);
    expect(await enquiryAt(database, tenant, "058", [paystack, http])).toMatchObject({ status: "resolved" });
    expect(http.calls.name).toBe(1);

    // Both reach the bank, so that it means the account.
    paystack.misbehave("name", "unavailable", 1);
    http.names.set(accountNumber, null);
    expect(await enquiryAt(database, tenant, "058", [paystack, http])).toMatchObject({ status: "not_found" });

    http.names.delete(accountNumber);
    paystack.names.set(accountNumber, null);
    expect(await enquiryAt(database, tenant, "058", [paystack, http])).toMatchObject({ status: "not_found" });
    expect(http.calls.name).toBe(2);
  });
});

test("a bank that no live gateway reaches is told to the merchant as that, each time", async ({
  ingress,
  database,
  databaseUrl,
}) => {
  await using monnify = await startMonnify();
  await using _workers = await startTestWorkers(databaseUrl, monnify.env);
  const { key } = await createMember(database, { environment: "live" });
  for (const body of [
    { bankCode: "50211", accountNumber },
    { bankCode: "50211", accountNumber },
  ]) {
    expect(await ingress.call("POST", "/v1/banks/verify-account", { key, body })).toMatchObject({
      status: 422,
      error: {
        code: "VALIDATION_ERROR",
        details: { bankCode: expect.stringContaining("can't reach this bank") },
      },
    });
  }
  expect(monnify.calls.name).toBe(0);
});
