import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";

/** Has the newest collection of an account end, unpaid, so that the account can be opened again. */
export async function endCollection(
  database: Connection,
  account: string,
  { opened, ended }: { opened: Date; ended: Date },
): Promise<void> {
  await database.query(sql.type(z.object({}))`
    with a as (
      update virtual_accounts set status = 'expired', expires_at = ${sql.timestamp(ended)}
      where reference = ${account} returning id
    )
    update collections set status = 'expired', created_at = ${sql.timestamp(opened)},
      expires_at = ${sql.timestamp(ended)}
    where id = (select max(c.id) from collections c where c.virtual_account_id = (select id from a))`);
}

/** What became of an account's collections, the oldest first. */
export const collectionsOf = (database: Connection, account: string) =>
  database.any(sql.type(z.object({ status: z.string(), received: z.bigint(), late: z.boolean() }))`
    select c.status, c.amount_received as received, c.late
    from collections c join virtual_accounts v on v.id = c.virtual_account_id
    where v.reference = ${account} order by c.id`);
