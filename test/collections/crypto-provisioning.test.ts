import { describe, expect } from "vitest";
import { z } from "zod";
import { cryptoChains, type CryptoChain } from "../../sql/collections/chains.ts";
import type { Connection } from "../../sql/process/database.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { readCryptoCollection, requestCryptoCollection } from "../../sql/collections/collections.ts";
import { simulateCryptoPayment } from "../../sql/collections/credits/credits.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, eventTypes, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { findJobs } from "../queue/queued-jobs.ts";
import { startProvider } from "../gateways/http/start-provider.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { recordCredit } from "../helpers/record-credit.ts";

const collectionJson = z.object({
  reference: z.string(),
  status: z.string(),
  chain: z.enum(cryptoChains),
  address: z.string(),
  amountReceived: z.object({ value: z.int(), currency: z.string() }),
});

/** Asks for an address that expects 25 dollars, and waits for what running workers get; null where that is none. */
async function requestAddress(database: Connection, tenant: Tenant, chain: CryptoChain) {
  const wanted = { amount: 2_500n, chain, token: "USDC", customerEmail: null } as const;
  const id = await requestCryptoCollection(database, { tenant, ...wanted });
  const read = await eventually(async () => {
    const response = await readCryptoCollection(database, id);
    expect(response).not.toBeNull();
    return response!.json;
  });
  const readAgain = async () => collectionJson.parse((await readCryptoCollection(database, id))!.json);
  return read === null ? null : { ...collectionJson.parse(read), readAgain };
}

/** What a merchant has in dollars, in cents. */
async function dollarsOf(database: Connection, tenant: Tenant): Promise<number | undefined> {
  const balances = await findBalances(database, tenant);
  return balances.find(({ currency }) => currency === "USD")?.available.value;
}

function countCredits(database: Connection, currency = "USD"): Promise<bigint> {
  return database.oneFirst(sql.type(z.object({ count: z.bigint() }))`
    select count(*) from credits where currency = ${currency}`);
}

describe.concurrent("a crypto collection", () => {
  test("gets an address of its chain's format in the sandbox, a different one for each collection", async ({
    database,
    workers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const addresses: string[] = [];
    for (const chain of [...cryptoChains, "tron" as const]) {
      const collection = await requestAddress(database, tenant, chain);
      expect(collection).toMatchObject({ status: "awaiting_payment", chain });
      expect(collection!.address).toMatch(
        chain === "tron" ? /^T[1-9A-HJ-NP-Za-km-z]{33}$/ : /^0x[0-9a-f]{40}$/,
      );
      addresses.push(collection!.address);
    }
    expect(new Set(addresses).size).toBe(5);
  });

  test("is not credited while unconfirmed, and once when confirmed, however often that is reported", async ({
    database,
    workers: _workers,
  }) => {
    const tenant = await createFundedMerchant(database);
    const collection = (await requestAddress(database, tenant, "polygon"))!;
    const pay = (confirmNow: boolean) =>
      simulateCryptoPayment(database, {
        merchantId: tenant.merchantId,
        reference: collection.reference,
        chain: null,
        token: null,
        confirmNow,
      });
    expect(await pay(false)).toMatchObject({ outcome: "simulated", creditId: null });
    expect(await pay(false)).toMatchObject({ outcome: "simulated", creditId: null });
    expect((await collection.readAgain()).status).toBe("confirming");
    await eventually(async () => expect(await findJobs(database)).toEqual([]));
    expect(await dollarsOf(database, tenant)).toBe(0);
    expect(await eventTypes(database, tenant)).toEqual([]);

    const outcomes = await Promise.all(Array.from({ length: 5 }, () => pay(true)));
    expect(outcomes.filter(({ outcome }) => outcome === "simulated")).toHaveLength(1);
    await eventually(async () => expect((await collection.readAgain()).status).toBe("succeeded"));
    expect(await pay(true)).toMatchObject({ outcome: "already_settled" });
    expect(await dollarsOf(database, tenant)).toBe(2_500);
    expect(await countCredits(database)).toBe(1n);
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("of a live provider is credited once for one transaction, in any order of reports", async ({
    database,
    databaseUrl,
  }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const tenant = await createFundedMerchant(database, 100n, "live");
    const collection = (await requestAddress(database, tenant, "tron"))!;
    expect(provider.sent.address).toEqual([
      { reference: collection.reference, chain: "tron", token: "USDC" },
    ]);

    const tell = (confirmed: boolean) =>
      recordCredit(database, {
        environment: "live",
        recipient: collection.reference,
        providerReference: "0xabc",
        amount: 2_500n,
        currency: "USD",
        payer: null,
        confirmed,
      });
    await Promise.all([tell(false), tell(false)]);
    await eventually(async () => expect((await collection.readAgain()).status).toBe("confirming"));
    expect(await dollarsOf(database, tenant)).toBe(0);
    await Promise.all([tell(true), tell(false), tell(true), tell(true)]);
    await eventually(async () => expect((await collection.readAgain()).status).toBe("succeeded"));
    // After a reorganisation of the chain, the same transaction is reported again.
    for (const again of [false, true]) expect((await tell(again)).outcome).toBe("repeated");
    expect(await dollarsOf(database, tenant)).toBe(2_500);
    expect(await countCredits(database)).toBe(1n);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  for (const how of ["unavailable", "another reference", "no provider"] as const) {
    test(`fails with ${how}`, async ({ database, databaseUrl }) => {
      await using provider = await startProvider();
      if (how !== "no provider") provider.misbehave("address", how);
      await using _workers = await startTestWorkers(databaseUrl, how === "no provider" ? {} : provider.env);
      const tenant = await createFundedMerchant(database, 100n, "live");
      expect(await requestAddress(database, tenant, "bsc")).toBeNull();
      expect(provider.calls.address).toBe(how === "no provider" ? 0 : 1);
    });
  }
});
