import { roles, type Role } from "./rights.ts";

/** PostgreSQL cuts longer names off. */
const LONGEST_NAME = 63;

/**
 * The names of a database's roles: roles belong to the whole cluster, so they carry the database's name. Throws if that
 * is too long for it.
 */
export function roleNames(database: string): Record<Role, string> {
  const names = roles.map((role): [Role, string] => [role, `${database}_${role}`]);
  for (const [, name] of names) {
    if (Buffer.byteLength(name) > LONGEST_NAME)
      throw new Error(`the database's name is too long: a role is to be called ${name}, of at most 63 bytes`);
  }
  return Object.fromEntries(names) as Record<Role, string>;
}
