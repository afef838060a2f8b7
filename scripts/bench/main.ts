import { createDatabase } from "../../sql/database.ts";
import { migrate } from "../../sql/migrate.ts";
import { startThrowawayPostgres } from "../postgres/start-throwaway-postgres.ts";
import { benchAcceptPayouts } from "./accept-payouts.ts";
import { benchWebhookIsolation } from "./webhook-isolation.ts";

/**
 * `npm run bench`: measures what matters for speed, each figure beside the one it is to be compared with, in one run on
 * a durable PostgreSQL of its own. Ratios carry over to other machines; the numbers do not.
 */
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
