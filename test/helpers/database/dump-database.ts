import pg from "pg";
import { dumpSchema } from "../../../scripts/schema/dump-schema.ts";

/** The schema of the database at `url`, in the form of sql/schema.sql. */
export async function dumpDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await dumpSchema(client);
  } finally {
    await client.end();
  }
}
