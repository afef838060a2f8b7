import { readStartConfig } from "./config.ts";
import { runUntilStopped } from "./start/run-until-stopped.ts";
import { startPlatform } from "./start/start-platform.ts";

/** `npm start`: PostgreSQL, a demo merchant, ingress and workers in one process tree, until Ctrl-C. */
await runUntilStopped(async (run) => {
  const { description, failed } = await startPlatform(readStartConfig(), run);
  console.log(description);
  await Promise.race([run.stopRequested, failed]);
});
