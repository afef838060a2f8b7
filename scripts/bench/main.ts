import { Command } from "commander";
import { createDatabase } from "../../sql/database.ts";
import { migrate } from "../../sql/migrate.ts";
import { progress, type Step } from "../cli/show-progress.ts";
import { startThrowawayPostgres } from "../postgres/start-throwaway-postgres.ts";
import { benchAcceptPayouts } from "./accept-payouts.ts";
import { benchBacklog } from "./backlog.ts";
import { benchWebhookIsolation } from "./webhook-isolation.ts";

new Command("bench")
  .description(
    "Measures speed on a durable PostgreSQL of its own, each figure beside the one to compare it with. Ratios carry over " +
      "to other machines; the numbers do not.",
  )
  .parse();
/** Those of all benches; warming up counts as one. */
const MEASUREMENTS = 11;

const { step } = progress;
const postgres = await step("Start PostgreSQL", () => startThrowawayPostgres({ durable: true }));
try {
  await step("Migrate the database", () => migrate(postgres.url));
  const database = await createDatabase({ url: postgres.url, maxPoolSize: 16, applicationName: "bench" });
  let started = 0;
  const measurement: Step = (title, run) =>
    step(`Measurement ${(started += 1)} of ${MEASUREMENTS}, ${title}`, run);
  await benchAcceptPayouts(database, measurement);
  await benchWebhookIsolation(database, postgres.url, measurement);
  await benchBacklog(postgres.url, measurement);
  await database.end();
} finally {
  await postgres.stop();
}
