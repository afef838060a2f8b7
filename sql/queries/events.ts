import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";
import type { Tenant } from "./tenant.ts";

/** An event of a tenant with every attempt at delivering it; null when it has none of that reference. */
export async function findEventWithAttempts(
  connection: Connection,
  { merchantId, environment }: Tenant,
  reference: string,
): Promise<unknown> {
  return connection.maybeOneFirst(sql.type(z.object({ json: z.unknown() }))`
    select event_with_attempts_json(e) as json from events e
    where e.merchant_id = ${merchantId} and e.environment = ${environment} and e.reference = ${reference}`);
}
