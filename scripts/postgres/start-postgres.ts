import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { awaitReady } from "./await-ready.ts";
import { type Account, chooseAccount } from "./choose-account.ts";
import { createCluster } from "./create-cluster.ts";
import { findFreePort } from "./find-free-port.ts";
import { type Binaries, locateBinaries } from "./locate-binaries.ts";
import { runInFolder, workingFolder } from "./run-in-folder.ts";
import { stopOrphan } from "./stop-orphan.ts";

/** The backends of a killed postmaster need a moment to end; until then the next one cannot start. */
const TAKEOVER_WITHIN_MS = 15_000;
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
 * `durable: false` is for tests: it loses data in a power cut. Without `port` a free one is taken. The server has
 * a session of its own, so that Ctrl-C reaches us and we stop it last.
 * Raises an Error with the end of `dataDir/postgres.log` if it does not start.
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

  const launch = { cluster, clusterName, binaries, account, password, ...options, dataDir };
  for (const start = Date.now(); ; await sleep(200)) {
    const attempt = await launchServer(launch);
    if ("url" in attempt) return attempt;
    const isOccupied = /is still in use|already in use/.test(attempt.log);
    if (!isOccupied || Date.now() - start > TAKEOVER_WITHIN_MS) {
      await binaries.discard();
      const lines = attempt.log.trimEnd().split("\n").slice(-8);
      throw new Error(`PostgreSQL did not start. The end of ${dataDir}/postgres.log:\n${lines.join("\n")}`, {
        cause: attempt.cause,
      });
    }
  }
}

/** Settings for a server that may lose data: it writes little and never waits for the disk. */
const forgetful = {
  // Tests run several files at once, each with its own processes, which need all their connections to start.
  max_connections: 1000,
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
  max_wal_size: "256MB",
  // Tests create and drop hundreds of databases. A drop scans all buffers, and the page cache is as fast.
  shared_buffers: "32MB",
  // The kernel copies the template's files, not the server through its own memory.
  file_copy_method: "clone",
  // Nobody attacks these passwords: thousands of connections need no stretching.
  scram_iterations: 1,
};

type Launch = {
  dataDir: string;
  cluster: string;
  clusterName: string;
  binaries: Binaries;
  account: Account | undefined;
  password: string;
  durable: boolean;
  port?: number;
};

/** One attempt: the running server, or the log of its failed start. */
async function launchServer(launch: Launch): Promise<Postgres | { cause: unknown; log: string }> {
  const { dataDir, cluster, clusterName, binaries, account, durable } = launch;
  const port = launch.port ?? (await findFreePort());
  const log = await open(join(dataDir, "postgres.log"), "a+", 0o600);
  const { size } = await log.stat();
  try {
    const server = spawn(
      join(binaries.folder, "bin/postgres"),
      ["-D", workingFolder ?? cluster, ...settings({ port, clusterName, durable })],
      { ...runInFolder(cluster, account), stdio: ["ignore", log.fd, log.fd], detached: true },
    );
    const ended = once(server, "exit").catch(() => {});
    const serverUrl = `postgres://postgres:${launch.password}@127.0.0.1:${port}`;
    try {
      await awaitReady(server, `${serverUrl}/postgres`);
    } catch (cause) {
      server.kill("SIGQUIT");
      await ended;
      const written = Buffer.alloc((await log.stat()).size - size);
      await log.read(written, 0, written.length, size);
      return { cause, log: written.toString("utf8") };
    }
    const exited = ended.then(() => binaries.discard());
    return { url: `${serverUrl}/payments`, port, exited, stop: (how) => stop(server, exited, how) };
  } finally {
    await log.close();
  }
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
    // Details of errors quote rows, which hold names.
    log_error_verbosity: "terse",
    ...(durable ? {} : forgetful),
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
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
