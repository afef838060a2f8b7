import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { simulateCollectionSuccess } from "../../sql/collections/credits/credits.ts";
import { findByReference } from "../../sql/process/pages.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import {
  balancesOf,
  createFundedMerchant,
  createVirtualAccount,
  eventTypes,
  ledgerDrift,
  payIn,
  plainPayment,
} from "../helpers/records.ts";

export type SimulatedPayment = Partial<Parameters<typeof simulateCollectionSuccess>[1]>;

/** Pays into a virtual account of the test environment; not settled yet. */
export const simulate = (
  database: Database,
  tenant: Tenant,
  virtualAccount: string,
  payment: SimulatedPayment = {},
) =>
  simulateCollectionSuccess(database, {
    ...plainPayment,
    ...payment,
    merchantId: tenant.merchantId,
    reference: virtualAccount,
  });

/** The books of one merchant with one collection: what is available, and what waits in suspense. */
export async function books(database: Database, tenant: Tenant) {
  const suspense = await database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_balances
    where kind = 'suspense' and environment = ${tenant.environment} and currency = 'NGN'`);
  expect(await ledgerDrift(database)).toEqual([]);
  return { available: (await balancesOf(database, tenant)).available, suspense: Number(suspense) };
}

/** Lets an account's time, and its collection's, have ended so many minutes ago, unnoticed by any sweep. */
export async function endTime(database: Database, account: string, minutesAgo = 0): Promise<void> {
  await database.query(sql.type(z.object({}))`
    with ended as (
      update virtual_accounts set expires_at = now() - make_interval(mins => ${minutesAgo})
      where reference = ${account} returning id, expires_at
    )
    update collections c set expires_at = ended.expires_at from ended where c.virtual_account_id = ended.id`);
}

/** A merchant with a virtual account that expects 1,000 kobo. */
export async function setUp(database: Database) {
  const tenant = await createFundedMerchant(database);
  const account = await createVirtualAccount(database, tenant, 1_000n);
  const show = () =>
    findByReference(database, "collections", tenant, account.collection.reference) as Promise<object>;
  const pay = (amount: bigint, reported = {}) => payIn(database, account.reference, amount, reported);
  return { tenant, account, show, pay, events: () => eventTypes(database, tenant) };
}
