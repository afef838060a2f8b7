import { Command } from "commander";
import { migrate } from "../sql/install/migrate.ts";
import { progress } from "./cli/show-progress.ts";
import { readDatabaseUrl } from "./config.ts";

new Command("migrate")
  .description(
    "Brings the database of DATABASE_DIRECT_URL, or else DATABASE_URL, up to date and prints what it applied.",
  )
  .parse();

try {
  const applied = await progress.step("Migrate the database", (showDetail) =>
    migrate(readDatabaseUrl(), { onFile: (name, nth, total) => showDetail(`${name}, ${nth} of ${total}`) }),
  );
  for (const name of applied) console.log(`applied ${name}`);
  if (applied.length === 0) console.log("Nothing to apply: the database is up to date.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
