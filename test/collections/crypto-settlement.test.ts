import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import {
  activateCryptoCollection,
  readCryptoCollection,
  requestCryptoCollection,
} from "../../sql/collections/collections.ts";
import { settleCredit, simulateCryptoPayment } from "../../sql/collections/credits/credits.ts";
import { findByReference, findPage } from "../../sql/process/pages.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, eventTypes, ledgerDrift, payIn, queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const request = {
  amount: 2_500n,
  chain: "polygon",
  token: "USDC",
  customerEmail: "payer@example.com",
} as const;
const address = "0x52908400098527886E0F7030069857D2E4169EE7";

async function createCollection(database: Database, tenant: Tenant): Promise<string> {
  const id = await requestCryptoCollection(database, { tenant, ...request });
  await activateCryptoCollection(database, { collectionId: id, address });
  return ((await readCryptoCollection(database, id))!.json as { reference: string }).reference;
}

const dollars = async (database: Database, tenant: Tenant) =>
  (await findBalances(database, tenant)).find(({ currency }) => currency === "USD")?.available.value;

const pay = (database: Database, tenant: Tenant, reference: string, confirmNow: boolean) =>
  simulateCryptoPayment(database, { merchantId: tenant.merchantId, reference, confirmNow });

describe("a crypto collection", () => {
  test("that failed for want of an address, and is paid all the same, has its money in suspense", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestCryptoCollection(database, { tenant, ...request });
    const reference = await database.oneFirst(sql.type(z.object({ reference: z.string() }))`
      update collections set status = 'failed' where id = ${id} returning reference`);
    expect(await payIn(database, reference, request.amount, { currency: "USD" })).toBe("suspended");
    expect(await dollars(database, tenant)).toBe(0);
    expect(await eventTypes(database, tenant)).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is hidden until it has an address, then listed among the merchant's collections", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const id = await requestCryptoCollection(database, { tenant, ...request });
    const failed = await requestCryptoCollection(database, { tenant, ...request });
    expect(await queuedJobs(database)).toEqual([
      { task: "provision_crypto_address", key: `provision_crypto_address:${id}` },
      { task: "provision_crypto_address", key: `provision_crypto_address:${failed}` },
    ]);
    expect(await readCryptoCollection(database, id)).toBeNull();
    const page = () => findPage(database, "collections", tenant, { limit: 10, after: null });
    expect((await page()).items).toEqual([]);

    await activateCryptoCollection(database, { collectionId: id, address });
    await activateCryptoCollection(database, { collectionId: failed, address: null });
    expect(await activateCryptoCollection(database, { collectionId: id, address: "0xother" })).toBe(false);
    expect(await readCryptoCollection(database, failed)).toEqual({ json: null });
    expect((await page()).items).toMatchObject([
      {
        status: "awaiting_payment",
        amount: { value: 2_500, currency: "USD" },
        chain: "polygon",
        token: "USDC",
        address,
        customer: { email: "payer@example.com" },
      },
    ]);
    expect(await dollars(database, tenant)).toBe(0);
  });

  test("that is paid and not confirmed is confirming, and credited once it is confirmed", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const reference = await createCollection(database, tenant);
    for (const _ of [1, 2]) {
      expect(await pay(database, tenant, reference, false)).toMatchObject({
        outcome: "simulated",
        creditId: null,
      });
    }
    expect(await findByReference(database, "collections", tenant, reference)).toMatchObject({
      status: "confirming",
      amountReceived: { value: 0 },
    });
    expect(await dollars(database, tenant)).toBe(0);

    const confirmations = await Promise.all(
      Array.from({ length: 8 }, () => pay(database, tenant, reference, true)),
    );
    const credits = confirmations.flatMap((payment) =>
      payment.outcome === "simulated" ? [payment.creditId] : [],
    );
    expect(credits).toHaveLength(1);
    expect(await settleCredit(database, { creditId: credits[0]! })).toBe("settled");
    expect(await dollars(database, tenant)).toBe(2_500);
    expect((await pay(database, tenant, reference, true)).outcome).toBe("already_settled");
    expect((await pay(database, tenant, reference, false)).outcome).toBe("already_settled");
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("whose transaction is reported again has one credit; another transaction goes to suspense", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const reference = await createCollection(database, tenant);
    const report = (providerReference: string, confirmed: boolean) =>
      payIn(database, reference, 2_500n, { providerReference, confirmed, currency: "USD" });
    expect(await report("0xabc", false)).toBeNull();
    expect(await report("0xabc", true)).toBe("settled");
    expect(await report("0xabc", true)).toBeNull();
    expect(await report("0xabc", false)).toBeNull();
    expect(await report("0xdef", true)).toBe("suspended");
    expect(await dollars(database, tenant)).toBe(2_500);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is not confirming after money of another currency", async ({ database }) => {
    const tenant = await createFundedMerchant(database);
    const reference = await createCollection(database, tenant);
    await payIn(database, reference, 2_500n, { confirmed: false, currency: "NGN" });
    expect(await findByReference(database, "collections", tenant, reference)).toMatchObject({
      status: "awaiting_payment",
    });
  });

  test("is simulated on its own chain, in its own token and by its own merchant only", async ({
    database,
  }) => {
    const tenant = await createFundedMerchant(database);
    const stranger = await createFundedMerchant(database);
    const reference = await createCollection(database, tenant);
    const outcome = async (owner: Tenant, chain: "tron" | "polygon", token: "USDT" | "USDC") =>
      (
        await simulateCryptoPayment(database, {
          merchantId: owner.merchantId,
          reference,
          chain,
          token,
          confirmNow: true,
        })
      ).outcome;
    expect(await outcome(stranger, "polygon", "USDC")).toBe("not_found");
    expect(await outcome(tenant, "tron", "USDC")).toBe("chain_mismatch");
    expect(await outcome(tenant, "polygon", "USDT")).toBe("token_mismatch");
    expect(await outcome(tenant, "polygon", "USDC")).toBe("simulated");
  });
});
