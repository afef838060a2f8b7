import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { JournalJson } from "../ledger/journal-json.ts";
import { sql } from "../process/sql-tag.ts";
import type { Tenant } from "../merchants/tenant.ts";

/**
 * How a payout, collection or identity check moved money, oldest first; null if the tenant has none of that
 * reference.
 */
export async function findJournals(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
): Promise<JournalJson[] | null> {
  return connection.oneFirst(sql.type(z.object({ journals: z.custom<JournalJson[] | null>() }))`
    select journals_of(${merchantId}, ${environment}, ${reference}) as journals`);
}
