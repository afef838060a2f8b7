import { runSql } from "../../helpers/database/run-sql.ts";

/** The queues' schemas, each with its jobs. */
export async function queueSchemas(ownerUrl: string): Promise<string[]> {
  const rows = await runSql<{ schema: string }>(ownerUrl, "select unnest(queue_names()) as schema");
  return rows.map(({ schema }) => schema);
}
