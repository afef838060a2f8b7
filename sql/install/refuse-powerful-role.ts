import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import type { Role } from "./rights.ts";

const login = z.object({ database: z.string(), user: z.string(), power: z.string().nullable() });

/**
 * Throws if this process's PostgreSQL user has more rights than a role of sql/install/rights.ts: an attacker in the
 * process could then rewrite the ledger, or run programs on the database's machine. Called at start if live money may
 * move.
 */
export async function refusePowerfulRole(connection: Connection, role: Role): Promise<void> {
  const { database, user, power } = await findPower(connection);
  if (power !== null) {
    throw new Error(
      `DATABASE_URL names the user ${user}, who ${power}: refusing to start. Let it name ${database}_${role}, ` +
        "which npm run migrate makes.",
    );
  }
}

/** A connection's user, and its rights beyond any role of sql/install/rights.ts; null: none. */
export async function findPower(connection: Connection): Promise<z.output<typeof login>> {
  return connection.one(sql.type(login)`
    select current_database() as database, r.rolname as user, case
      when r.rolsuper then 'is a superuser'
      when r.rolcreaterole then 'may make roles'
      when r.rolcreatedb then 'may make databases'
      when r.rolbypassrls then 'passes over row security'
      when r.rolreplication then 'may replicate'
      -- A function of its own, nearer to a call's types, would run in the owner's name in place of the service's.
      when has_schema_privilege(r.oid, 'public', 'create') then 'may make objects in the schema public'
      when exists (
        select from pg_class c
        where c.relnamespace = 'public'::regnamespace and pg_has_role(r.oid, c.relowner, 'member')
      ) then 'owns the tables'
      when exists (
        select from pg_roles p where p.rolname ~ '^pg_' and pg_has_role(r.oid, p.oid, 'member')
      ) then 'is a member of a role of PostgreSQL''s own'
    end as power
    from pg_roles r where r.rolname = current_user`);
}
