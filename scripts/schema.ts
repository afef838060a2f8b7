import { writeFile } from "node:fs/promises";
import { Command } from "commander";
import pg from "pg";
import { migrate } from "../sql/install/migrate.ts";
import { startThrowawayPostgres } from "./postgres/start-throwaway-postgres.ts";
import { describeFunctions } from "./schema/describe-functions.ts";
import { dumpSchema } from "./schema/dump-schema.ts";

new Command("schema")
  .description(
    "Writes sql/schema.sql and sql/functions.generated.ts, as an empty, temporary database has them.",
  )
  .parse();

const server = await startThrowawayPostgres({ durable: false });
try {
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await writeFile(new URL("../sql/schema.sql", import.meta.url), await dumpSchema(client));
  await writeFile(new URL("../sql/functions.generated.ts", import.meta.url), await describeFunctions(client));
  await client.end();
  console.log("wrote sql/schema.sql and sql/functions.generated.ts");
} finally {
  await server.stop();
}
