import { fileURLToPath } from "node:url";
import { parseMasterKeys } from "../sql/crypto/encryption.ts";
import { migrate } from "../sql/migrate.ts";
import { buildStaleWidget } from "./build/build-widget.ts";
import { readStartConfig, type StartConfig } from "./config.ts";
import { describeStart } from "./start/describe-start.ts";
import { keepEncryptionKey } from "./start/keep-encryption-key.ts";
import { lockDataDir } from "./start/lock-data-dir.ts";
import { prepareDemo } from "./start/prepare-demo.ts";
import { requireFreePort } from "./start/require-free-port.ts";
import { supervisePostgres } from "./start/supervise-postgres.ts";
import { superviseProcess, type Supervised } from "./start/supervise-process.ts";

/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 500;

type Running = { stop: () => Promise<void>; kill: () => void };

/** What has been started so far; stopped from the end. */
const running: Running[] = [];
const stop = new AbortController();
let stoppedAt = 0;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (!stop.signal.aborted) {
      stoppedAt = Date.now();
      stop.abort();
      report("Stopping. Once more ends everything at once.");
    } else if (Date.now() - stoppedAt > SAME_SIGNAL_MS) {
      for (const part of running) part.kill();
      process.exitCode = 1;
      // Whatever is only just being started has not been listed yet; the next start takes over what it leaves.
      setTimeout(() => process.exit(), 2_000).unref();
    }
  });
}

try {
  await start(readStartConfig());
} catch (error) {
  if (!stop.signal.aborted) {
    report(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
for (const part of running.toReversed()) await part.stop();
if (stop.signal.aborted && process.exitCode === undefined) report("Stopped.");
process.exit();

/** Starts everything and returns when asked to stop. Raises when something does not start, or ends for good. */
async function start(config: StartConfig): Promise<void> {
  const { dataDir, host, port } = config;
  await lockDataDir(dataDir);
  await requireFreePort(host, port);
  await buildStaleWidget();
  const encryptionKey = config.encryptionKey ?? (await keepEncryptionKey(dataDir));

  const postgres = config.databaseUrl === undefined ? await supervisePostgres(dataDir, report) : undefined;
  if (postgres !== undefined) running.push(postgres);
  const databaseUrl = postgres?.url ?? config.databaseUrl!;
  stop.signal.throwIfAborted();
  await migrate(databaseUrl);
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const baseUrl = `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
  const masterKeys = parseMasterKeys(encryptionKey, config.otherEncryptionKey);
  const demo = await prepareDemo({ dataDir, baseUrl, databaseUrl, masterKeys });

  const env: NodeJS.ProcessEnv = {
    // Quiet unless asked otherwise, so that what is printed here stays in sight.
    LOG_LEVEL: "warn",
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8,::1/128",
    PUBLIC_URL: baseUrl,
    ...config.inherited,
    DATABASE_URL: databaseUrl,
    SERVICE_ENCRYPTION_KEY: encryptionKey,
    HOST: host,
    PORT: `${port}`,
  };
  const isReady = () => answers(`${baseUrl}/readyz`);
  await startProcess(superviseProcess({ name: "workers", script: pathOf("workers/main.ts"), env, report }));
  await startProcess(
    superviseProcess({ name: "ingress", script: pathOf("ingress/main.ts"), env, isReady, report }),
  );

  console.log(describeStart(demo, dataDir));
  await Promise.race([stopRequested(), ...(postgres === undefined ? [] : [postgres.failed])]);
}

async function startProcess(supervised: Supervised): Promise<void> {
  running.push(supervised);
  await Promise.race([supervised.ready, stopRequested()]);
  stop.signal.throwIfAborted();
}

function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    if (stop.signal.aborted) resolve();
    else stop.signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(`../${script}`, import.meta.url));
}

function report(line: string): void {
  console.error(line);
}
