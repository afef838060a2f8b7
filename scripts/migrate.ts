import { Command } from "commander";
import { migrate } from "../sql/migrate.ts";
import { readDatabaseUrl } from "./config.ts";

new Command("migrate")
  .description("Brings the database of DATABASE_URL up to date and prints what it applied.")
  .parse();

try {
  const applied = await migrate(readDatabaseUrl());
  for (const name of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log("Nothing to apply: the database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
