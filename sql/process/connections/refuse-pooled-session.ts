import pg from "pg";

/** A limit that nobody else would choose: a pooler that ignores the parameters of connections shows another one. */
const ASKED_MS = 4_321;
const WITHIN_MS = 2_000;

/**
 * Throws an Error of one line if `url` leads to a PgBouncer that pools by transaction or statement: what belongs to a
 * session, such as LISTEN, would be lost on it without an error. `setting` is what the operator set. To be called at
 * start. Throws what PostgreSQL or the network says where the server cannot be reached.
 */
export async function refusePooledSession(url: string, setting: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
    statement_timeout: ASKED_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_kept: boolean }>(
      "select current_setting('statement_timeout') = $1 as is_kept",
      [`${ASKED_MS}ms`],
    );
    if (!rows[0]!.is_kept) throw pooled(setting);
  } catch (error) {
    throw error instanceof Error && error.message.includes("unsupported startup parameter")
      ? pooled(setting)
      : error;
  } finally {
    await client.end().catch(() => {});
  }
}

function pooled(setting: string): Error {
  return new Error(
    `${setting} leads to a PgBouncer, which does not keep a session: let DATABASE_DIRECT_URL lead past it, ` +
      "to PostgreSQL itself. Only DATABASE_URL may lead to a PgBouncer, one that pools by transaction.",
  );
}
