import pg from "pg";

/** What a person can fix, by the code of the system, of DNS or of PostgreSQL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing listens there: is PostgreSQL running?",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name cannot be resolved right now",
  ETIMEDOUT: "the host does not respond",
  "28P01": "the password is wrong",
  "28000": "the server does not let this user in",
  "3D000": "there is no database of that name",
  "53300": "the server has no connection left",
};

/** Connects one client to the database at `url`. Raises what connectionRefused() makes. */
export async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect().catch((cause: unknown) => {
    throw connectionRefused(url, cause);
  });
  return client;
}

/** An Error in one line that names DATABASE_URL and the reason; it never contains the password. */
export function connectionRefused(url: string, cause: unknown): Error {
  const { code = "", message } = cause as { code?: string; message: string };
  const { username, host, pathname } = new URL(url);
  const where = `${username === "" ? "" : `${username}@`}${host}${pathname}`;
  return new Error(`DATABASE_URL: cannot connect to ${where}: ${reasons[code] ?? message}`, { cause });
}
