import { Command } from "commander";
import { awaitDatabase } from "../sql/process/connections/await-database.ts";
import { createLog } from "../sql/process/logging.ts";
import { refuseTooManyConnections } from "../sql/process/connections/refuse-too-many-connections.ts";
import { startExporter } from "../sql/process/tracing/start-exporter.ts";
import { readConfig } from "./config.ts";
import { connectionsOf, startIngress } from "./start-ingress.ts";

new Command("ingress")
  .description(
    "Serves the API and the checkout until SIGTERM. Its settings, all from the environment, are in .env.example.",
  )
  .parse();

try {
  const config = readConfig();
  const log = createLog("ingress", config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  // Logged here because Node's own output contains messages and properties of drivers, which may hold personal data.
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: Error) => {
      log.fatal({ error: error.name, at: error.stack?.split("\n").slice(1, 6) }, event);
      process.exit(1);
    });
  }
  const stopExporter = await startExporter(config.tracing, "payments-ingress", (error) =>
    log.warn({ error: error.name }, "traces could not be exported"),
  );
  const needs = {
    databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
    needed: connectionsOf(config),
    settings: "DATABASE_POOL_SIZE",
  };
  await awaitDatabase(
    () => refuseTooManyConnections(needs),
    () => log.warn("PostgreSQL takes no more connections: waiting for one"),
  );
  const ingress = await startIngress(config, log);
  log.info({ port: ingress.port, metricsPort: ingress.metricsPort, url: config.publicUrl }, "listening");

  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, "shutting down");
    ingress
      .stop()
      .then(stopExporter)
      .then(
        () => process.exit(0),
        (error: Error) => {
          log.error({ error: error.name }, "shutdown failed");
          process.exit(1);
        },
      );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop(signal));
  // If a parent process started us with an IPC channel, a closed channel means that the parent is gone.
  process.on("disconnect", () => stop("disconnect"));
  if (process.connected === false) stop("disconnect");
} catch (error) {
  process.stderr.write(`${startupMessage(error as NodeJS.ErrnoException)}\n`);
  process.exit(1);
}

function startupMessage({ code, message }: NodeJS.ErrnoException): string {
  if (code === "EADDRINUSE")
    return `${message}\nAnother process uses this port: stop it, or set PORT or METRICS_PORT to a free one.`;
  return message;
}
