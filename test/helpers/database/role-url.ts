import { inject } from "vitest";
import { roleNames } from "../../../sql/install/role-names.ts";
import type { Role } from "../../../sql/install/rights.ts";
import { runAdminQuery } from "./run-admin-query.ts";

/**
 * The URL of a test's database for one of the service's roles. All clones share the roles of the database that they
 * were cloned from, whose rights they have.
 */
export function roleUrl(databaseUrl: string, role: Role): string {
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  const template = inject("template");
  // A proxy in between has another port, and a test's own server no clones.
  const isOurs =
    url.host === new URL(inject("serverUrl")).host || database.startsWith(template.replace(/_template$/, ""));
  url.username = roleNames(isOurs ? template : database)[role];
  url.password = inject("rolePassword");
  return url.href;
}

/** Lets the roles of a database that was migrated by itself log in with the URLs of roleUrl(). */
export async function setRolePasswords(databaseUrl: string, password: string): Promise<void> {
  const names = Object.values(roleNames(new URL(databaseUrl).pathname.slice(1)));
  const all = await runAdminQuery<{ name: string }>(databaseUrl, "select rolname as name from pg_roles");
  for (const { name } of all.filter((one) => names.includes(one.name)))
    await runAdminQuery(databaseUrl, `alter role ${name} password '${password}'`);
}
