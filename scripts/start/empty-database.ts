import pg from "pg";

/** Replaces the database `payments` of our own PostgreSQL at `url` with an empty one: all data is lost. */
export async function emptyDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new pg.Client({ connectionString: maintenance.href });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("drop database if exists payments with (force)");
    await client.query("create database payments");
  } finally {
    await client.end();
  }
}
