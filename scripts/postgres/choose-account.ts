import { readFile, stat } from "node:fs/promises";

/** The operating-system account that PostgreSQL runs under. */
export type Account = { uid: number; gid: number };

/**
 * Decides which user PostgreSQL runs as: `undefined` means the current user.
 *
 * PostgreSQL refuses to run as root, so root uses the owner of an existing cluster, or else the `postgres` user, or
 * else `nobody`. Raises an Error that suggests DATABASE_URL if there is no such user.
 */
export async function chooseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (user === undefined) {
    throw new Error(
      "PostgreSQL does not run as root, and /etc/passwd has neither a postgres nor a nobody user. " +
        "Run this as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
