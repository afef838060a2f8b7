import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { claimPayouts } from "../helpers/worker-steps.ts";
import {
  findRequestedVirtualAccount,
  requestVirtualAccount,
} from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { startMonnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { acceptLivePayout } from "./accept-live-payout.ts";
import { acceptTestPayouts, findPayout } from "./accept-test-payouts.ts";
import { merchantOf } from "../helpers/merchant-of.ts";

const none = { merchant: "", bank: "", from: "", gateways: "" };

async function setRule(databaseUrl: string, rule: Partial<typeof none> & { operation?: string }) {
  return runOpsScript(databaseUrl, "set-gateway-rule", {
    operation: "payout",
    reason: "contract 4",
    ...none,
    ...rule,
  });
}

/** The gateway that a claim chooses for a payout, and what was known of the gateways then. */
async function claimed(database: Database, reference: string, order: ("http" | "paystack" | "monnify")[]) {
  const { id } = await findPayout(database, reference);
  const choice = order.map((gateway) => ({ gateway, calls: 0 }));
  await claimPayouts(database, [id], { waits: true, liveGateways: order, choice });
  return database.one(sql.type(z.object({ through: z.string(), choice: z.unknown() }))`
    select sent_through as through, gateway_choice as choice from payouts where id = ${id}`);
}

const order = ["paystack", "monnify", "http"] as const;
const FUNDS = 1_000_000n;

describe("a rule of an operator", () => {
  test("decides by merchant, then by bank, then by amount, through which gateway a payout goes first", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    const other = await createFundedMerchant(database, FUNDS, "live");
    const merchant = await merchantOf(database, tenant);
    const through = async (of: Tenant, bankCode: string, amount: bigint) => {
      const [reference] = await acceptTestPayouts(database, of, { bankCode, amount });
      return (await claimed(database, reference!, [...order])).through;
    };
    expect(await through(tenant, "058", 100n)).toBe("paystack");

    await setRule(databaseUrl, { from: "5000", gateways: "monnify" });
    expect(await through(tenant, "058", 4_999n)).toBe("paystack");
    expect(await through(tenant, "058", 5_000n)).toBe("monnify");
    await setRule(databaseUrl, { bank: "058", gateways: "http" });
    expect(await through(tenant, "058", 5_000n)).toBe("http");
    expect(await through(tenant, "044", 5_000n)).toBe("monnify");
    await setRule(databaseUrl, { merchant, from: "200", gateways: "monnify,paystack" });
    // The best of those that the rule names.
    expect(await through(tenant, "058", 200n)).toBe("paystack");
    expect(await through(tenant, "058", 199n)).toBe("http");
    expect(await through(other, "058", 200n)).toBe("http");

    expect(await runOpsScript(databaseUrl, "gateway-rules")).toMatchObject([
      { merchant, bank: null, amount_from: 200, gateways: "monnify,paystack" },
      { merchant: null, bank: "058", amount_from: 0, gateways: "http" },
      { merchant: null, bank: null, amount_from: 5_000, gateways: "monnify" },
    ]);
    // In place of what was set, and away again.
    await setRule(databaseUrl, { merchant, from: "200", gateways: "monnify" });
    expect(await through(tenant, "058", 200n)).toBe("monnify");
    await setRule(databaseUrl, { merchant, from: "200" });
    expect(await through(tenant, "058", 200n)).toBe("http");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is kept with the payout, and what it preferred", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    await setRule(databaseUrl, { gateways: "http" });
    const [reference] = (await acceptTestPayouts(database, tenant)) as [string];
    expect(await claimed(database, reference, [...order])).toEqual({
      through: "http",
      choice: [...order.map((gateway) => ({ gateway, calls: 0 })), { rule: ["http"] }],
    });
  });

  test("holds no payout up: a gateway that is not called, stopped or does not reach the bank is passed over", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, FUNDS, "live");
    await setRule(databaseUrl, { gateways: "monnify" });
    const [reference] = (await acceptTestPayouts(database, tenant)) as [string];
    const { id } = await findPayout(database, reference);
    const choice = [
      { gateway: "paystack", calls: 0 },
      { gateway: "monnify", calls: 0, closed: "breaker_open" },
    ] as const;
    const [closed] = await claimPayouts(database, [id], {
      waits: true,
      liveGateways: ["paystack", "monnify"],
      choice,
    });
    expect(closed).toMatchObject({ sentThrough: "paystack" });

    // A bank that Monnify has no code for.
    const [unreached] = (await acceptTestPayouts(database, tenant, { bankCode: "090270" })) as [string];
    expect((await claimed(database, unreached, ["http", "monnify"])).through).toBe("http");

    const stop = { environment: "live", scope: "gateway", gateway: "monnify", merchant: "", bank: "" };
    await runOpsScript(databaseUrl, "freeze-payouts", { ...stop, reason: "ticket 3" });
    const [stopped] = (await acceptTestPayouts(database, tenant)) as [string];
    expect((await claimed(database, stopped, ["paystack", "monnify"])).through).toBe("paystack");
  });

  test("is followed where a gateway refuses a payout and another gets it", async ({
    database,
    databaseUrl,
  }) => {
    await using paystack = await startPaystack();
    await using http = await startProvider();
    await using monnify = await startMonnify();
    await setRule(databaseUrl, { gateways: "paystack,monnify" });
    const payout = await acceptLivePayout(database, http, paystack, monnify);
    // It makes no recipient, so there is no transfer.
    paystack.misbehave("recipient", "unavailable");
    await payout.execute();
    expect((await findPayout(database, payout.reference)).status).toBe("succeeded");
    expect([http, monnify].map(({ transfers }) => transfers.size)).toEqual([0, 1]);
  });

  test("of accounts says where a merchant's are opened", async ({ database, databaseUrl }) => {
    const tenant = await createFundedMerchant(database, 0n, "live");
    const other = await createFundedMerchant(database, 0n, "live");
    const merchant = await merchantOf(database, tenant);
    await setRule(databaseUrl, { operation: "account", merchant, from: "5000", gateways: "monnify" });
    const preferred = async (of: Tenant, amount: bigint) => {
      const request = { customerEmail: "payer@example.com", amount, expiresInMinutes: 30 };
      const id = await requestVirtualAccount(database, { tenant: of, ...request });
      return (await findRequestedVirtualAccount(database, id))!.preferredGateways;
    };
    expect(await preferred(tenant, 5_000n)).toEqual(["monnify"]);
    expect(await preferred(tenant, 4_999n)).toBeNull();
    expect(await preferred(other, 5_000n)).toBeNull();
    expect(await preferred({ ...tenant, environment: "test" }, 5_000n)).toBeNull();
  });

  test("is refused where it names nothing that there is, and where there are a thousand", async ({
    database,
    databaseUrl,
  }) => {
    for (const [rule, why] of [
      [{ gateways: "stripe" }, 'there is no live gateway "stripe"'],
      [{ gateways: "http,," }, 'there is no live gateway ""'],
      [{ gateways: "http", bank: "999999" }, "no bank has the code 999999"],
      [{ gateways: "http", merchant: "mer_nobody" }, "there is no merchant mer_nobody"],
      [{ gateways: "http", operation: "account", bank: "058" }, "--bank is for --operation payout only"],
      [{}, "there is no rule for payout"],
    ] as const)
      expect(await setRule(databaseUrl, rule)).toContain(why);
    expect(await runOpsScript(databaseUrl, "gateway-rules")).toEqual([]);

    await database.query(sql.type(z.object({}))`
      insert into gateway_rules (operation, amount_from, gateways)
      select 'payout', n, array['http'] from generate_series(1, 1000) n`);
    expect(await setRule(databaseUrl, { gateways: "http" })).toContain("there are already 1000 rules");
    // One that is there can still be changed.
    expect(await setRule(databaseUrl, { from: "7", gateways: "paystack" })).toEqual([
      { operation: "payout", merchant: null, bank: null, amount_from: 7, gateways: "paystack" },
    ]);
  });
});
