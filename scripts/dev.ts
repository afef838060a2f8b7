import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { buildStaleWidget } from "./build/build-widget.ts";
import { progress } from "./cli/show-progress.ts";
import { readStartConfig } from "./config.ts";
import { planRestart } from "./dev/plan-restart.ts";
import { watchFolders } from "./dev/watch-folders.ts";
import { report, runUntilStopped } from "./start/run-until-stopped.ts";
import { startPlatform, type StartedPlatform } from "./start/start-platform.ts";

const program = new Command("dev")
  .description(
    "Does what npm start does, and starts again what changed files belong to. A change in a SQL file of " +
      "sql/migrations is applied first, one in widget/ is built first. Changes in scripts/ and sql/install/ need a new " +
      "start.",
  )
  .option("--allow-local-webhooks", "as npm start has it")
  .parse();

await runUntilStopped(async (run) => {
  const { allowLocalWebhooks: allowsLocalWebhooks = false } = program.opts<{ allowLocalWebhooks?: true }>();
  const config = readStartConfig(undefined, { allowsLocalWebhooks });
  const platform = await startPlatform(config, run, "wait for restart");
  console.log(platform.description);

  // One after the other: migrations must not overlap.
  let last = Promise.resolve();
  const stopWatching = watchFolders(
    fileURLToPath(new URL("../", import.meta.url)),
    ["ingress", "workers", "sql", "widget"],
    (paths) => {
      last = last.then(() => applyChanges(platform, config.payOrigin, paths));
    },
  );
  report("Watching ingress/, workers/, sql/ and widget/.");
  await Promise.race([run.stopRequested, platform.failed]);
  stopWatching();
  await last;
});

/** Builds, migrates and restarts as needed. A failure is reported, and running processes stay. */
async function applyChanges(
  platform: StartedPlatform,
  payOrigin: string | undefined,
  paths: Set<string>,
): Promise<void> {
  const plan = planRestart(paths);
  try {
    if (plan.build) await buildStaleWidget(payOrigin, progress.step);
    if (plan.migrate) {
      const applied = await progress.during("Migrate the database", platform.migrate);
      if (applied.length > 0) report(`Applied ${applied.join(", ")}.`);
    }
  } catch (error) {
    report(error instanceof Error ? error.message : String(error));
    return;
  }
  const names = (["workers", "ingress"] as const).filter((name) => plan[name]);
  if (names.length === 0) return;
  for (const name of names) platform[name].restart();
  report(`Restarting ${names.join(" and ")}.`);
}
