import { z } from "zod";
import type { Connection } from "../database.ts";
import { limitStatements, serverTimeouts } from "../roles/role-limits.ts";
import { sql } from "../sql-tag.ts";

const limits = z.object({ user: z.string(), unlimited: z.array(z.string()) });

/**
 * Throws if statements of this connection, which a PgBouncer passes on, could run or hold locks without a limit: one
 * that hangs would keep a connection that all processes share. Called at start where DATABASE_DIRECT_URL is set.
 */
export async function refuseUnlimitedStatements(connection: Connection): Promise<void> {
  const { user, unlimited } = await connection.one(sql.type(limits)`
    select quote_ident(current_user) as user, array(
      select name from unnest(${sql.array(Object.keys(serverTimeouts), "text")}) name
      where current_setting(name) = '0'
    ) as unlimited`);
  if (unlimited.length === 0) return;
  throw new Error(
    `DATABASE_URL names the user ${user}, who has no ${unlimited.join(", ")}: refusing to start behind a PgBouncer. ` +
      `As an administrator of PostgreSQL run: ${limitStatements(user).join("; ")}. Then tell PgBouncer to RECONNECT.`,
  );
}
