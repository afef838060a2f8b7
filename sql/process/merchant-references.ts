import { UniqueIntegrityConstraintViolationError } from "slonik";
import { z } from "zod";
import type { Tenant } from "../merchants/tenant.ts";
import type { Connection } from "./database.ts";
import { anyRow } from "./find-one.ts";
import { sql } from "./sql-tag.ts";

const provisioned = sql.fragment`status <> 'failed'`;

/** By table: what names a row, and which rows hold their merchantReference: those of its unique index. */
const holders = {
  collections: { name: "reference", holds: provisioned },
  identity_checks: { name: "reference", holds: sql.fragment`status <> 'unavailable'` },
  payment_links: { name: "slug", holds: anyRow },
  payout_accounts: { name: "reference", holds: sql.fragment`removed_at is null` },
  payouts: { name: "reference", holds: anyRow },
  virtual_accounts: { name: "reference", holds: provisioned },
};
export type Holder = keyof typeof holders;

/** The table with the row whose merchantReference an insert would have repeated; undefined for any other error. */
export function holderOf(error: unknown): Holder | undefined {
  if (!(error instanceof UniqueIntegrityConstraintViolationError)) return undefined;
  const [, table = ""] = /^(\w+)_by_merchant_reference$/.exec(error.constraint ?? "") ?? [];
  return table in holders ? (table as Holder) : undefined;
}

/** The reference, or a link's slug, of the tenant's row with this merchantReference; null if it has none (any more). */
export async function findReferenceHolder(
  connection: Connection,
  table: Holder,
  { merchantId, environment }: Tenant,
  merchantReference: string,
): Promise<string | null> {
  const { name, holds } = holders[table];
  return connection.maybeOneFirst(sql.type(z.object({ name: z.string() }))`
    select ${sql.identifier([name])} as name from ${sql.identifier([table])}
    where merchant_id = ${merchantId} and environment = ${environment} and merchant_reference = ${merchantReference}
      and ${holds}`);
}
