import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

/**
 * Whether the database accepts writes and keeps them: false for a standby or read-only one. Commits some bytes to the
 * write-ahead log and touches no table, so it waits for the disk, and for a synchronous standby, like a payment.
 */
export function canWrite(connection: Connection): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ writable: z.boolean() }))`
    select case
      when current_setting('transaction_read_only')::boolean then false
      else pg_logical_emit_message(true, 'payments', 'readiness') is not null
    end as writable`);
}
