import pg from "pg";

/** Runs one statement on a connection of its own, for what no pool can do: create and drop databases. */
export async function runAdminQuery<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 60_000,
  });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
