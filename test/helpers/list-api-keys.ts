import { z } from "zod";
import { environments } from "../../sql/ledger/money.ts";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";

const listedKey = z.object({
  key: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.string()),
  lastFour: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

/** A merchant's keys, newest first. */
export async function listApiKeys(connection: Connection, merchantId: bigint) {
  return connection.any(sql.type(listedKey)`
    select reference as key, environment, scopes, last_four as "lastFour", iso_timestamp(created_at) as "createdAt",
      iso_timestamp(expires_at) as "expiresAt", iso_timestamp(revoked_at) as "revokedAt"
    from api_keys where merchant_id = ${merchantId} order by id desc`);
}
