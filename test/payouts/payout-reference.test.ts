import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { referencePattern } from "../../sql/formats/references.ts";
import { createFundedMerchant, createPayout, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

describe("the reference of a payout", () => {
  test("is the same for a key that the database has forgotten, so the bank pays once", async ({
    fileDatabase: database,
  }) => {
    const tenant = await createFundedMerchant(database, 1_000_000n);
    await resolveDestination(database, tenant);
    const idempotencyKey = randomUUID();
    const forgotten: string[] = [];
    const transaction = database.transaction(async (connection) => {
      forgotten.push((await createPayout(connection, tenant, { idempotencyKey })).reference);
      throw new Error("rolled back");
    });
    await expect(transaction).rejects.toThrow("rolled back");

    const { reference } = await createPayout(database, tenant, { idempotencyKey });
    expect(forgotten).toEqual([reference]);
    expect(reference).toMatch(referencePattern("pyt"));
  });

  test("is another one for another key, environment or merchant", async ({ fileDatabase: database }) => {
    const idempotencyKey = randomUUID();
    const references: string[] = [];
    const one = await createFundedMerchant(database, 1_000_000n);
    const live = await createFundedMerchant(database, 1_000_000n, "live");
    const other = await createFundedMerchant(database, 1_000_000n);
    for (const tenant of [one, live, other]) {
      await resolveDestination(database, tenant);
      for (const key of [idempotencyKey, `${idempotencyKey} `, idempotencyKey.toUpperCase()])
        references.push((await createPayout(database, tenant, { idempotencyKey: key })).reference);
    }
    expect(new Set(references).size).toBe(9);
  });

  test("has the form that the API accepts, whatever the key", async ({ fileDatabase: database }) => {
    const tenant = await createFundedMerchant(database, 100_000_000n);
    await resolveDestination(database, tenant);
    for (let n = 0; n < 100; n += 1) {
      const { reference } = await createPayout(database, tenant, { amount: 100n });
      expect(reference).toMatch(referencePattern("pyt"));
    }
  });
});
