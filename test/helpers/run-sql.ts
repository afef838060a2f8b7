import pg from "pg";

/** Runs one statement without the limits of the service's own connections: it may make millions of rows. */
export async function runSql<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    ...{ query_timeout: 600_000, statement_timeout: 600_000, lock_timeout: 600_000 },
  });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
