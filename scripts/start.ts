import { Command } from "commander";
import { readStartConfig } from "./config.ts";
import { readLiveDemoConfig } from "./start/live-demo/config.ts";
import { startLiveDemo } from "./start/live-demo/start-live-demo.ts";
import { runUntilStopped } from "./start/run-until-stopped.ts";
import { startPlatform } from "./start/start-platform.ts";

const program = new Command("start")
  .description(
    "Starts PostgreSQL, a demo merchant, ingress and workers in one process tree, until Ctrl-C. Settings, none of them " +
      "required: PORT (3000), HOST (127.0.0.1), DATA_DIR (.data), DATABASE_URL (a PostgreSQL that runs already).",
  )
  .option(
    "--live-demo",
    "live mode, with a Paystack and a Monnify that are played on this machine: no money moves",
  )
  .option(
    "--allow-local-webhooks",
    "test webhooks may go to this machine; without it, npm run listen brings them",
  )
  .parse();

await runUntilStopped(async (run) => {
  const { liveDemo, allowLocalWebhooks: allowsLocalWebhooks = false } = program.opts<{
    liveDemo?: true;
    allowLocalWebhooks?: true;
  }>();
  const { description, failed } = liveDemo
    ? await startLiveDemo(readLiveDemoConfig(), run)
    : await startPlatform(readStartConfig(undefined, { allowsLocalWebhooks }), run);
  console.log(description);
  await Promise.race([run.stopRequested, failed]);
});
