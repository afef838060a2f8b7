import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount } from "./choose-account.ts";
import { createCluster } from "./create-cluster.ts";
import { findFreePort } from "./find-free-port.ts";
import { locateBinaries } from "./locate-binaries.ts";
import { runInFolder, workingFolder } from "./run-in-folder.ts";
import { stopOrphan } from "./stop-orphan.ts";

// Replaying the log after a crash may take a while; a server that needs longer than this wants a person.
const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;

/** A running server. `url` names its `payments` database, `exited` settles when the server is gone. */
export type Postgres = {
  url: string;
  port: number;
  exited: Promise<void>;
  /** Ends sessions and shuts down; `immediately` skips the checkpoint and recovers at the next start. */
  stop: (how?: "fast" | "immediately") => Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed, on 127.0.0.1, with its data in `dataDir/postgres`.
 *
 * `durable: false` is for tests: it loses data in a power cut. `port` is a wish, another one is taken when it
 * is in use. The server has a session of its own, so that Ctrl-C reaches us and we stop it last.
 * Raises an Error with the end of `dataDir/postgres.log` when it does not come up.
 */
export async function startPostgres(options: {
  dataDir: string;
  durable: boolean;
  port?: number;
}): Promise<Postgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const cluster = join(dataDir, "postgres");
  const clusterName = `payments-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  const account = await chooseAccount(cluster);
  const binaries = await locateBinaries(account);
  const password = await createCluster({
    dataDir,
    binaries: binaries.folder,
    account,
    durable: options.durable,
  });
  await stopOrphan(cluster, clusterName);

  const port = options.port ?? (await findFreePort());
  const logFile = join(dataDir, "postgres.log");
  const log = await open(logFile, "a", 0o600);
  const server = spawn(
    join(binaries.folder, "bin/postgres"),
    ["-D", workingFolder ?? cluster, ...settings({ port, clusterName, durable: options.durable })],
    { ...runInFolder(cluster, account), stdio: ["ignore", log.fd, log.fd], detached: true },
  );
  const exited = once(server, "exit").then(
    () => binaries.discard(),
    () => binaries.discard(),
  );
  await log.close();

  const serverUrl = `postgres://postgres:${password}@127.0.0.1:${port}`;
  try {
    await untilReady(server, `${serverUrl}/postgres`);
  } catch (error) {
    server.kill("SIGQUIT");
    const lines = (await readFile(logFile, "utf8")).trimEnd().split("\n").slice(-8);
    throw new Error(`PostgreSQL did not start. The end of ${logFile}:\n${lines.join("\n")}`, {
      cause: error,
    });
  }
  return { url: `${serverUrl}/payments`, port, exited, stop: (how) => stop(server, exited, how) };
}

function settings({
  port,
  clusterName,
  durable,
}: {
  port: number;
  clusterName: string;
  durable: boolean;
}): string[] {
  const values = {
    port,
    cluster_name: clusterName,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    timezone: "UTC",
    log_timezone: "UTC",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let failure: unknown;
  server.once("error", (error) => (failure = error));
  server.once("exit", () => (failure ??= new Error("It exited.")));
  for (const start = Date.now(); Date.now() - start < READY_WITHIN_MS; await sleep(50)) {
    if (failure !== undefined) throw failure;
    if (await ensureDatabase(url)) return;
  }
  throw new Error(`It took longer than ${READY_WITHIN_MS / 1000} s.`);
}

/** True once the server answers and has the `payments` database; false while it starts. */
async function ensureDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("create database payments").catch((error: { code?: string }) => {
      if (error.code !== "42P04") throw error; // duplicate_database
    });
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ECONNREFUSED" || code === "57P03") return false; // not listening yet, or recovering
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stop(
  server: ChildProcess,
  exited: Promise<void>,
  how: "fast" | "immediately" = "fast",
): Promise<void> {
  const hasExited = () => server.exitCode !== null || server.signalCode !== null;
  if (!hasExited()) server.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
  const patience = new AbortController();
  const late = sleep(STOPPED_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => {});
  await Promise.race([exited, late]);
  patience.abort();
  if (!hasExited()) server.kill("SIGQUIT");
  await exited;
}
