import type pg from "pg";
import { limitStatements } from "./role-limits.ts";
import { optionalRoles, type Role } from "./rights.ts";
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
 * Creates the missing roles of the current database, without passwords, in the caller's transaction, and gives those of
 * processes their limits if it may. Returns the names of new ones. Throws RolesMissing if the current user may not
 * create them, and a required one is missing.
 */
export async function createRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ database: string; user: string; may: boolean; roles: string[] }>(`
    select current_database() as database, current_user as user, rolsuper or rolcreaterole as may,
      array(select rolname::text from pg_roles) as roles
    from pg_roles where rolname = current_user`);
  const { database, user, may, roles } = rows[0]!;
  const names = roleNames(database);
  const missing = Object.values(names).filter((name) => !roles.includes(name));
  const isNeeded = ([role, name]: [string, string]) =>
    missing.includes(name) && !optionalRoles.includes(role as Role);
  const limits = [names.ingress, names.workers].flatMap((name) =>
    limitStatements(client.escapeIdentifier(name)),
  );
  const statements = missing.map((name) => `create role ${client.escapeIdentifier(name)} ${ATTRIBUTES}`);
  if (!may && Object.entries(names).some(isNeeded)) throw new RolesMissing(user, [...statements, ...limits]);
  const made = may ? missing : [];
  if (may) for (const statement of statements) await client.query(statement);
  await client.query(whereAllowed(limits));
  return made;
}

/**
 * We may not be allowed to change roles that an administrator made; only a process behind a PgBouncer needs their
 * limits.
 */
function whereAllowed(statements: string[]): string {
  return `do $do$ begin ${statements.join("; ")}; exception when insufficient_privilege then null; end $do$`;
}
