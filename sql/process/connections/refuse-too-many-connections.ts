import pg from "pg";
import { OWN_CONNECTIONS, PROMISED_CONNECTIONS } from "./promise-connections.ts";

type Need = {
  databaseUrl: string;
  /** The most connections that this process will open. */
  needed: number;
  /** What to change to need fewer, as in "lower WORKER_CONCURRENCY". */
  settings: string;
};

/** SQLSTATE of "sorry, too many clients already". */
const TOO_MANY_CONNECTIONS = "53300";

/**
 * Throws an Error of one line with the numbers if the server cannot give this process the connections that it may
 * need, besides those that running processes may need: it would fail under load, when it matters. To be called at
 * start. A server that cannot be reached is not refused here. Processes that start at the same moment do not see each
 * other.
 */
export async function refuseTooManyConnections({ databaseUrl, needed, settings }: Need): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on("error", () => {});
  const advice = `This process needs up to ${needed}: raise max_connections, or lower ${settings}.`;
  const found = await count(client)
    .catch((error: unknown) => {
      if (isFull(error)) throw new Error(`PostgreSQL takes no more connections. ${advice}`, { cause: error });
      return undefined;
    })
    .finally(() => client.end().catch(() => {}));
  if (found === undefined) return;
  const { most, reserved, promised, others } = found;
  if (promised + others + needed <= most - reserved) return;
  throw new Error(
    `PostgreSQL allows ${most} connections, of which ${reserved} are reserved, ${promised} promised to running processes ` +
      `and ${others} in use by others. ${advice}`,
  );
}

type Connections = {
  most: number;
  reserved: number;
  /** What the running ingress and worker processes may open; what they have open where older ones do not say. */
  promised: number;
  others: number;
};

async function count(client: pg.Client): Promise<Connections> {
  await client.connect();
  // Every role may see who is connected, by which name. Background processes have no user.
  const { rows } = await client.query<Connections>(
    `select current_setting('max_connections')::integer as most,
      current_setting('superuser_reserved_connections')::integer
        + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
      greatest(
        coalesce(sum(substring(application_name from $1)::integer), 0),
        count(*) filter (where application_name ~ $2)
      )::integer as promised,
      (count(*) filter (where application_name !~ $2))::integer as others
    from pg_stat_activity where usesysid is not null and pid <> pg_backend_pid()`,
    [PROMISED_CONNECTIONS, OWN_CONNECTIONS],
  );
  return rows[0]!;
}

function isFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS;
}
