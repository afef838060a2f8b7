import { Command } from "commander";
import { awaitDatabase } from "../sql/process/connections/await-database.ts";
import { queues } from "../sql/queue/jobs.ts";
import { createLog } from "../sql/process/logging.ts";
import { refuseTooManyConnections } from "../sql/process/connections/refuse-too-many-connections.ts";
import { startExporter } from "../sql/process/tracing/start-exporter.ts";
import { readConfig, type Config } from "./config.ts";
import { describeError } from "./queue/describe-error.ts";
import { connectionsOf } from "./queue/plan-capacity.ts";
import { requireReadyDatabase } from "./queue/require-ready-database.ts";
import { startWorkers, type Workers } from "./start-workers.ts";

new Command("workers")
  .description(
    "Does the queued work until SIGTERM. Its settings, all from the environment, are in .env.example.",
  )
  .parse();

/**
 * The worker process. It exits with 0 after a signal to stop, and with 1 when it can no longer be trusted with its
 * jobs. A supervisor must restart it; other processes take over its jobs within seconds.
 */
const config = readConfigOrExit();
const logger = createLog("workers", config.logLevel);

function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    return exitWithMessage(error);
  }
}

function exitWithMessage(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function exitOnFatal(reason: string, error?: unknown): void {
  logger.fatal({ error: describeError(error) }, `worker process ends: ${reason}`);
  process.exit(1);
}

// Never ignored: graphile-worker reports the failed release of a job here and nowhere else.
process.on("unhandledRejection", (error) => exitOnFatal("unhandled rejection", error));
process.on("uncaughtException", (error) => exitOnFatal("uncaught exception", error));

let starting: Promise<Workers> | undefined;
let stopping = false;
let stopExporter = async () => {};

async function stop(signal: string): Promise<void> {
  if (stopping) {
    logger.warn({ signal }, "asked to stop again: ending at once");
    process.exit(1);
  }
  stopping = true;
  logger.info({ signal }, "stopping: no new jobs, finishing those that run");
  // Jobs are aborted after the grace. One that ignores that too must not keep the process alive.
  setTimeout(() => exitOnFatal("did not stop in time"), config.shutdownGraceMs + 10_000).unref();
  const workers = await starting;
  await workers?.stop();
  await stopExporter();
  logger.info("stopped");
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
// The parent that forked this process is gone. It may have asked for a stop just before.
process.on("disconnect", () => void (stopping || stop("disconnect")));
if (process.connected === false) void stop("disconnect");

stopExporter = await startExporter(config.tracing, "payments-workers", (error) =>
  logger.warn({ error: error.name }, "traces could not be exported"),
);

try {
  const onWait = (error: unknown) =>
    logger.warn({ error: describeError(error) }, "the database is away: waiting for it");
  const needs = {
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
    needed: connectionsOf(queues, config),
    settings: "WORKER_CONCURRENCY or WEBHOOK_CONCURRENCY",
  };
  await awaitDatabase(() => refuseTooManyConnections(needs), onWait).catch(exitWithMessage);
  await awaitDatabase(() => requireReadyDatabase(config), onWait);
  starting = startWorkers(config, logger, exitOnFatal);
  const workers = await starting;
  const { healthPort, metricsPort } = workers;
  logger.info({ healthPort, metricsPort }, "workers ready");
  if (config.mailServer === "wait") logger.warn("SMTP_URL is not set: nobody can sign up or gets a notice");
  process.send?.({ ready: { healthPort, metricsPort } });
} catch (error) {
  exitOnFatal("could not start", error);
}
