import { Command } from "commander";
import { createDatabase } from "../../sql/database.ts";
import { migrate } from "../../sql/migrate.ts";
import { startThrowawayPostgres } from "../postgres/start-throwaway-postgres.ts";
import { benchAcceptPayouts } from "./accept-payouts.ts";
import { benchWebhookIsolation } from "./webhook-isolation.ts";

new Command("bench")
  .description(
    "Measures speed on a durable PostgreSQL of its own, each figure beside the one to compare it with. Ratios carry over " +
      "to other machines; the numbers do not.",
  )
  .parse();
const postgres = await startThrowawayPostgres({ durable: true });
try {
  await migrate(postgres.url);
  const database = await createDatabase({ url: postgres.url, maxPoolSize: 16, applicationName: "bench" });
  await benchAcceptPayouts(database);
  await benchWebhookIsolation(database, postgres.url);
  await database.end();
} finally {
  await postgres.stop();
}
