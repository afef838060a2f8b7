import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

/**
 * Whether the database accepts writes and keeps them: false for a standby or read-only one; raises an error if the
 * disk is full. Commits some bytes to the write-ahead log, which waits for the disk, and for a synchronous standby,
 * like a payment. The log writes into files that it has. What a table needs is new space, so the series, which is
 * larger than the memory that is left to it, goes through a temporary file. Touches no table.
 */
export function canWrite(connection: Connection): Promise<boolean> {
  return connection.oneFirst(sql.type(z.object({ writable: z.boolean() }))`
    select case
      when current_setting('transaction_read_only')::boolean then false
      else pg_logical_emit_message(true, 'payments', 'readiness') is not null and (
        select count(*) > 0
        from (select set_config('work_mem', '64kB', true)) small (memory),
          lateral generate_series(1, 4000 + 0 * length(small.memory))
      )
    end as writable`);
}
