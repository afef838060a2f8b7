import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createVirtualAccount, payIn } from "../helpers/records.ts";

/** A merchant's collection that was paid twice, from an account; returns it and the second payment. */
export async function createUnmatchedCredit(
  database: Database,
  tenant: Tenant,
  amount: bigint,
  payer: Record<string, string> | null = null,
): Promise<{ credit: string; collection: string; virtualAccount: string }> {
  const { reference, collection } = await createVirtualAccount(database, tenant, amount);
  const report = { environment: tenant.environment, payer };
  await payIn(database, reference, amount, report);
  await payIn(database, reference, amount, report);
  const credit = await newestCredit(database, tenant);
  return { credit, collection: collection.reference, virtualAccount: reference };
}

/** The reference of the newest payment that a merchant received. */
export const newestCredit = (database: Database, { merchantId, environment }: Tenant): Promise<string> =>
  database.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select reference from credits where merchant_id = ${merchantId} and environment = ${environment}
    order by id desc limit 1`);

/** Has a provider dispute a payment, until the function that this returns is called. */
export async function dispute(database: Database, credit: string): Promise<() => Promise<unknown>> {
  const noRow = sql.type(z.object({}));
  await database.query(noRow`
    insert into reconciliation_differences (reference, gateway, day, kind, subject, credit_id, state)
    select 'dif_' || reference, 'http', current_date, 'disputed_there', reference, id, 'open'
    from credits where reference = ${credit}`);
  return () =>
    database.query(noRow`delete from reconciliation_differences where reference = ${`dif_${credit}`}`);
}
