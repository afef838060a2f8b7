import { connectClient } from "../../../../sql/process/connections/connect-client.ts";

/** Does autovacuum's work at once; with `full`, also returns the space that updates and deletes freed. */
export async function vacuum(databaseUrl: string, how: "analyze" | "full"): Promise<void> {
  // Not through the service's pool, whose statements may take six seconds.
  const client = await connectClient(databaseUrl);
  await client.query(how === "analyze" ? "vacuum analyze" : "vacuum full");
  await client.end();
}
