import { fileURLToPath } from "node:url";
import { workersOnlySettings } from "../../workers/gateways/manifest/workers-only-settings.ts";
import { parseMasterKeys } from "../../sql/process/encryption/encryption.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { builtDocs, readBuild } from "../../ingress/docs/read-build.ts";
import { openRoles } from "../postgres/open-roles.ts";
import { buildStaleWidget } from "../build/build-widget.ts";
import { progress, type ShowDetail } from "../cli/show-progress.ts";
import type { StartConfig } from "../config.ts";
import { emptyDatabase } from "./empty-database.ts";
import { describeStart } from "./describe-start.ts";
import { keepEncryptionKey } from "./keep-encryption-key.ts";
import { lockDataDir } from "./lock-data-dir.ts";
import { prepareDemo, type Demo } from "./prepare-demo.ts";
import { requireFreePort } from "./require-free-port.ts";
import { report, type Run } from "./run-until-stopped.ts";
import { supervisePostgres } from "./supervise-postgres.ts";
import { superviseProcess, type AfterFailure, type Supervised } from "./supervise-process.ts";

export type StartedPlatform = {
  /** Applies changes in sql/ since the start, and returns the files' names. */
  migrate: (showDetail: ShowDetail) => Promise<string[]>;
  ingress: Supervised;
  workers: Supervised;
  /** The created merchant, and the service's address. */
  demo: Demo;
  /** What to print once everything is ready: the service's address and a request to try. */
  description: string;
  /** Rejects when PostgreSQL ended and could not be started again. */
  failed: Promise<never>;
};

/**
 * Starts PostgreSQL (without a DATABASE_URL), migrates, creates the demo merchant, and starts workers and ingress.
 * Returns when they are ready; raises if one does not start, or the process should stop before.
 */
export async function startPlatform(
  config: StartConfig,
  run: Run,
  afterFailure: AfterFailure = "start again",
): Promise<StartedPlatform> {
  const { dataDir, host, port } = config;
  const { step } = progress;
  const { metricsPort } = config;
  // One port cannot serve the metrics of both.
  const metricsPorts: { ingress?: number; workers?: number } =
    metricsPort === undefined ? {} : { ingress: metricsPort, workers: metricsPort + 1 };
  await step(`Take ${dataDir} and port ${port}`, async () => {
    await lockDataDir(dataDir);
    await requireFreePort(host, port);
    for (const taken of Object.values(metricsPorts))
      await requireFreePort(host, taken, `METRICS_PORT=${taken + 2} npm start`);
  });
  await buildStaleWidget(config.payOrigin, step);
  const encryptionKey = config.encryptionKey ?? (await keepEncryptionKey(dataDir));

  const postgres =
    config.databaseUrl === undefined
      ? await step("Start PostgreSQL", (showDetail) => supervisePostgres(dataDir, report, showDetail))
      : undefined;
  if (postgres !== undefined) run.add(postgres);
  const databaseUrl = postgres?.url ?? config.databaseUrl!;
  run.signal.throwIfAborted();
  // Never a database of someone else's server.
  if (config.environment === "live" && postgres !== undefined)
    await step("Empty the database", () => emptyDatabase(postgres.url));
  const roles = await step("Prepare the database's roles", () =>
    openRoles({ url: databaseUrl, secret: encryptionKey, isOurs: postgres !== undefined }),
  );
  if (roles.problem !== undefined)
    report(`${roles.problem}\nUntil then ingress and workers run as the user of DATABASE_URL.`);
  const migrateHere = (showDetail: ShowDetail) =>
    migrate(databaseUrl, {
      withRoles: roles.exist,
      onFile: (name, nth, total) => showDetail(`${name}, ${nth} of ${total}`),
    });
  await step("Migrate the database", async (showDetail) => {
    const applied = await migrateHere(showDetail);
    showDetail(applied.length === 0 ? "up to date" : `${applied.length} files applied`);
  });
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const urlHost = reachable.includes(":") ? `[${reachable}]` : reachable;
  const baseUrl = `http://${urlHost}:${port}`;
  // Passkeys refuse addresses, and browsers keep one name's cookies from another.
  const publicUrl = reachable === "127.0.0.1" ? `http://localhost:${port}` : baseUrl;
  const dashboardUrl = `${(config.inherited.PUBLIC_URL ?? publicUrl).replace(/\/$/, "")}/dashboard`;
  const masterKeys = parseMasterKeys(encryptionKey, config.otherEncryptionKey);
  const demo = await step("Prepare the demo merchant", () =>
    prepareDemo({
      dataDir,
      baseUrl,
      dashboardUrl,
      databaseUrl,
      masterKeys,
      environment: config.environment,
    }),
  );

  const env: NodeJS.ProcessEnv = {
    // Quiet by default, so that the lines printed here stay visible.
    LOG_LEVEL: "warn",
    PUBLIC_URL: publicUrl,
    ...(config.environment === "test" && { SHOW_KEPT_MAILS: "true" }),
    ...config.inherited,
    SERVICE_ENCRYPTION_KEY: encryptionKey,
    HOST: host,
    PORT: `${port}`,
  };
  const startProcess = async (name: "workers" | "ingress", isReady?: () => Promise<boolean>) => {
    const script = fileURLToPath(new URL(`../../${name}/main.ts`, import.meta.url));
    const own: NodeJS.ProcessEnv = {
      ...env,
      METRICS_PORT: `${metricsPorts[name] ?? ""}`,
      DATABASE_URL: roles.urls[name],
      DATABASE_DIRECT_URL: "",
      DATABASE_READ_URL: "",
    };
    if (name === "ingress") for (const setting of workersOnlySettings) delete own[setting];
    const options = { name, script, env: own, report, afterFailure };
    const supervised = superviseProcess(isReady === undefined ? options : { ...options, isReady });
    run.add(supervised);
    await step(`Start the ${name}`, async () => {
      await Promise.race([supervised.ready, run.stopRequested]);
      run.signal.throwIfAborted();
    });
    return supervised;
  };
  const workers = await startProcess("workers");
  const ingress = await startProcess("ingress", () => isOk(`${baseUrl}/readyz`));
  const failed = postgres?.failed ?? new Promise<never>(() => {});
  const hasDocs = (await readBuild(builtDocs)) !== undefined;
  const description = describeStart(demo, dataDir, {
    hasDocs,
    keepsMail: config.inherited.SMTP_URL === undefined,
    metrics: Object.values(metricsPorts).map((taken) => `http://${urlHost}:${taken}/metrics`),
  });
  return { migrate: migrateHere, ingress, workers, demo, description, failed };
}

async function isOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}
