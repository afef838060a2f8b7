import { createApiKey, type NewApiKey } from "../../sql/queries/api-keys.ts";
import { setKybStatus } from "../../sql/queries/merchants.ts";
import { createFundedMerchant, createVirtualAccount, payIn } from "./records.ts";
import { test as base } from "./test.ts";
import type { Database } from "../../sql/database.ts";
import type { Tenant } from "../../sql/queries/tenant.ts";
import { startTestIngress, type TestIngress } from "./start-test-ingress.ts";

export type Member = { tenant: Tenant; key: string; keyReference: string };

/** A merchant with `available` kobo of test money, and a key of its own. */
export async function createMember(
  database: Database,
  { available = 0n, ...key }: { available?: bigint } & Partial<Omit<NewApiKey, "merchantId">> = {},
): Promise<Member> {
  const tenant = await createFundedMerchant(database, available);
  return { tenant, ...(await addKey(database, tenant, key)) };
}

/** A merchant whose business is verified, with `available` kobo of live money, and a live key. */
export async function createLiveMember(database: Database, available = 0n): Promise<Member> {
  const { merchantId } = await createFundedMerchant(database);
  const tenant = { merchantId, environment: "live" as const };
  const member = { tenant, ...(await addKey(database, tenant)) };
  if (available > 0n) {
    const { reference } = await createVirtualAccount(database, tenant, available);
    await payIn(database, reference, available, { environment: "live" });
  }
  return member;
}

/** A further key of a merchant; with a live one its business is verified. */
export async function addKey(database: Database, tenant: Tenant, key: Partial<NewApiKey> = {}) {
  const created = { ...tenant, ...key };
  if (created.environment === "live") await setKybStatus(database, tenant.merchantId, "approved");
  const { key: keyReference, secretKey } = await createApiKey(database, created);
  return { key: secretKey, keyReference };
}

type Fixtures = {
  /** An ingress on the test's own database. */
  ingress: TestIngress;
  /** An ingress on the database that the tests of the file share. */
  fileIngress: TestIngress;
};

export const test = base.extend<Fixtures>({
  ingress: async ({ databaseUrl }, use) => {
    await using ingress = await startTestIngress(databaseUrl);
    await use(ingress);
  },
  fileIngress: [
    async ({ fileDatabaseUrl }, use) => {
      await using ingress = await startTestIngress(fileDatabaseUrl);
      await use(ingress);
    },
    { scope: "file" },
  ],
});
