import { readdir, readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { findBalances } from "../../sql/ledger/balances.ts";
import { findEventWithAttempts } from "../../sql/webhooks/events/events.ts";
import { findByReference, findPage, type Resource } from "../../sql/process/pages.ts";
import { z } from "zod";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { createFundedMerchant, createPayout, resolveDestination } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

const resources: Resource[] = ["payouts", "virtual_accounts", "collections", "events"];
const rows = z.array(z.object({ reference: z.string() }));

describe("a tenant's rows", () => {
  test("are visible to no other tenant, and not to the same merchant in the other environment", async ({
    database,
  }) => {
    const owner = await createFundedMerchant(database, 200_000n);
    await resolveDestination(database, owner);
    await createPayout(database, owner);
    const strangers: Tenant[] = [await createFundedMerchant(database), { ...owner, environment: "live" }];

    for (const resource of resources) {
      const { items } = await findPage(database, resource, owner, { limit: 10, after: null });
      const [own] = rows.parse(items);
      expect(await findByReference(database, resource, owner, own!.reference)).not.toBeNull();
      for (const stranger of strangers) {
        expect(await findByReference(database, resource, stranger, own!.reference)).toBeNull();
        expect(await findPage(database, resource, stranger, { limit: 10, after: null })).toEqual({
          items: [],
          next: null,
        });
        expect(await findEventWithAttempts(database, stranger, own!.reference)).toBeNull();
      }
    }
    for (const stranger of strangers) {
      expect(await findBalances(database, stranger)).toMatchObject([
        { available: { value: 0 }, reserved: { value: 0 } },
      ]);
    }
  });

  test("are found by a caller's reference only in queries that also filter by merchant and environment", async () => {
    const folder = new URL("../../sql/", import.meta.url);
    // A payer has no merchant: anyone who knows a link's slug may pay it.
    const files = (await readdir(folder, { recursive: true })).filter(
      (name) => name.endsWith(".ts") && name !== "checkout/checkout.ts",
    );
    const careless: string[] = [];
    let examined = 0;
    for (const file of files) {
      const text = await readFile(new URL(file, folder), "utf8");
      for (const [query] of text.matchAll(/sql\.type\([\s\S]*?`[\s\S]*?`/g)) {
        const readsTenantTable =
          /\b(from|update|join) (\$\{sql\.identifier|payouts|virtual_accounts|collections|events|credits|name_enquiries|payment_links|identity_checks|payout_accounts)/.test(
            query,
          );
        const byReference = /(\b(reference|slug)|\[column\]\)\}) = \$\{/.test(query);
        if (!readsTenantTable || !byReference) continue;
        examined += 1;
        if (!/merchant_id = \$\{[\s\S]*environment = \$\{|where \$\{ofTenant\(tenant\)\} and/.test(query))
          careless.push(file);
      }
    }
    expect(careless).toEqual([]);
    expect(examined).toBe(6);
  });
});
