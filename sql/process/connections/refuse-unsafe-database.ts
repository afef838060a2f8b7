import { z } from "zod";
import type { Connection } from "../database.ts";
import { sql } from "../sql-tag.ts";

const settings = z.object({ name: z.string(), setting: z.string() });

/**
 * Throws if PostgreSQL could lose what it has committed: with any of these settings off, a crash of its machine loses
 * accepted payouts. Called at start where live money may move.
 */
export async function refuseUnsafeDatabase(connection: Connection): Promise<void> {
  const unsafe = await connection.any(sql.type(settings)`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`);
  if (unsafe.length > 0) {
    const names = unsafe.map(({ name }) => `${name}=off`).join(", ");
    throw new Error(
      `PostgreSQL runs with ${names}: refusing to move money that a crash could lose. Turn them on.`,
    );
  }
}
