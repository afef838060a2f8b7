import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import pg from "pg";
import { migrate } from "../sql/install/migrate.ts";
import { startThrowawayPostgres } from "./postgres/start-throwaway-postgres.ts";
import { dumpSchema } from "./schema/dump-schema.ts";

new Command("schema")
  .description("Migrates an empty, temporary database and writes its schema to sql/schema.sql.")
  .parse();

const server = await startThrowawayPostgres({ durable: false });
try {
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await writeFile(new URL("../sql/schema.sql", import.meta.url), await dumpSchema(client));
  await client.end();
  console.log("wrote sql/schema.sql");
} finally {
  await server.stop();
}
