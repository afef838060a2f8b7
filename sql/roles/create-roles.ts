import type pg from "pg";
import { roleNames } from "./role-names.ts";

const ATTRIBUTES = "login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/** Roles are missing, and the present user may not make them. */
export class RolesMissing extends Error {
  override name = "RolesMissing";
  readonly statements: readonly string[];

  constructor(user: string, statements: readonly string[]) {
    super(
      `${user} may not make the database's roles. An administrator has to run\n\n` +
        `${statements.map((statement) => `  ${statement};\n`).join("")}\n` +
        "and to give them passwords (\\password in psql). Then npm run migrate gives them their rights.",
    );
    this.statements = statements;
  }
}

/**
 * Makes the roles of the present database that are missing, without passwords, in the caller's transaction. Returns
 * the names of those that it made. Throws RolesMissing if the present user may not.
 */
export async function createRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ database: string; user: string; may: boolean; roles: string[] }>(`
    select current_database() as database, current_user as user, rolsuper or rolcreaterole as may,
      array(select rolname::text from pg_roles) as roles
    from pg_roles where rolname = current_user`);
  const { database, user, may, roles } = rows[0]!;
  const missing = Object.values(roleNames(database)).filter((name) => !roles.includes(name));
  const statements = missing.map((name) => `create role ${client.escapeIdentifier(name)} ${ATTRIBUTES}`);
  if (statements.length > 0 && !may) throw new RolesMissing(user, statements);
  for (const statement of statements) await client.query(statement);
  return missing;
}
