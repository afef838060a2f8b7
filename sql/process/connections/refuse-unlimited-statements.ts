import { z } from "zod";
import type { Connection } from "../database.ts";
import { limitStatements, serverTimeouts } from "../../install/role-limits.ts";
import { sql } from "../sql-tag.ts";

const limits = z.object({ user: z.string(), tooLong: z.array(z.string()) });

const limitOf = (name: string) =>
  `${name} of ${serverTimeouts[name as keyof typeof serverTimeouts]} ms or less`;

/**
 * Throws if statements of this connection, which a PgBouncer passes on, could run or hold locks for longer than
 * serverTimeouts says: one that hangs would keep a connection that all processes share. Called at start where
 * DATABASE_DIRECT_URL is set.
 */
export async function refuseUnlimitedStatements(connection: Connection): Promise<void> {
  const { user, tooLong } = await connection.one(sql.type(limits)`
    select quote_ident(current_user) as user, array(
      select s.name from pg_settings s
      join unnest(
        ${sql.array(Object.keys(serverTimeouts), "text")}, ${sql.array(Object.values(serverTimeouts), "int4")}
      ) most (name, ms) on most.name = s.name
      where s.setting::integer not between 1 and most.ms
      order by s.name
    ) as "tooLong"`);
  if (tooLong.length === 0) return;
  throw new Error(
    `DATABASE_URL names the user ${user}, who has no ${tooLong.map(limitOf).join(", ")}: ` +
      `refusing to start behind a PgBouncer. ` +
      `As an administrator of PostgreSQL run: ${limitStatements(user).join("; ")}. Then tell PgBouncer to RECONNECT.`,
  );
}
