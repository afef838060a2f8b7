import { runAdminQuery } from "./run-admin-query.ts";

/** Drops the roles of databases whose names begin with `prefix` and which are gone. */
export async function dropRoles(serverUrl: string, prefix: string): Promise<void> {
  const names = await runAdminQuery<{ rolname: string }>(
    serverUrl,
    `select rolname from pg_roles where starts_with(rolname, '${prefix}_')`,
  );
  for (const { rolname } of names) await runAdminQuery(serverUrl, `drop role if exists ${rolname}`);
}
