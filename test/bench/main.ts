import { Command, InvalidArgumentError } from "commander";
import { progress, type Step } from "../../scripts/cli/show-progress.ts";
import { startThrowawayPostgres } from "../../scripts/postgres/start-throwaway-postgres.ts";
import { benchAcceptPayouts } from "./accept-payouts.ts";
import { benchBacklog } from "./backlog.ts";
import { benchDashboardLists } from "./dashboard-lists.ts";
import { benchDashboardLoad } from "./dashboard-load.ts";
import { benchWebhookIsolation } from "./webhook-isolation.ts";

type Bench = { measurements: number; run: (serverUrl: string, measurement: Step) => Promise<void> };

const benches: Record<string, Bench> = {
  "accept-payouts": { measurements: 4, run: benchAcceptPayouts },
  "webhook-isolation": { measurements: 3, run: benchWebhookIsolation },
  backlog: { measurements: 4, run: benchBacklog },
  "dashboard-lists": { measurements: 3, run: benchDashboardLists },
  "dashboard-load": { measurements: 1, run: benchDashboardLoad },
};

function named(text: string): string[] {
  const names = text.split(",");
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`There is no benchmark named ${unknown.join(", ")}.`);
  return names;
}

const { only } = new Command("bench")
  .description(
    "Measures speed on a durable PostgreSQL of its own, each figure beside the one to compare it with. Ratios carry over " +
      `to other machines; the numbers do not.\n\nBenchmarks: ${Object.keys(benches).join(", ")}.`,
  )
  .option("--only <names>", "names of benchmarks, separated by commas", named, Object.keys(benches))
  .parse()
  .opts<{ only: string[] }>();

const chosen = only.map((name) => benches[name]!);
const total = chosen.reduce((sum, { measurements }) => sum + measurements, 0);
const { step } = progress;
const postgres = await step("Start PostgreSQL", () => startThrowawayPostgres({ durable: true }));
try {
  let started = 0;
  const measurement: Step = (title, run) => step(`Measurement ${(started += 1)} of ${total}, ${title}`, run);
  for (const { run } of chosen) await run(postgres.url, measurement);
} finally {
  await postgres.stop();
}
