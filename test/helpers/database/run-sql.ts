import pg from "pg";

/** Runs one statement without the limits of the service's own connections: it may make millions of rows. */
export async function runSql<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    query_timeout: 600_000,
    statement_timeout: 600_000,
    lock_timeout: 600_000,
  });
  // Where the server ends between connecting and the statement, the statement fails: this would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
