import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { chmod, chown, mkdir, readdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { chooseAccount, type Account } from "../postgres/choose-account.ts";
import { findFreePort } from "../postgres/find-free-port.ts";
import { endDeadRuns, noteRun } from "./dead-runs.ts";
import { endProcesses } from "./end-processes.ts";
import { newNetwork, placeInNamespaces, placeOnPorts, type Place, type Places } from "./place-nodes.ts";
import { startNode, type Node, type Passwords } from "./start-node.ts";
import { startPgbouncer } from "./start-pgbouncer.ts";
import { startProgram, type Program } from "./start-program.ts";

const haproxySettings = fileURLToPath(new URL("../deploy/database/haproxy.cfg", import.meta.url));
/** For initdb and two copies of the data. */
const READY_WITHIN_MS = 240_000;
const POOLERS = 2;

export type Cluster = {
  nodes: Node[];
  /** The superuser's URL of the database `payments` on the present primary. */
  url: string;
  /** The same on a standby. */
  standbyUrl: string;
  /** The same URL, but through HAProxy and a PgBouncer. */
  pooled(direct: string): string;
  /** What commands to Patroni's API need. */
  patroni: { ca: string; auth: string };
  /** Starts the PgBouncers for these users. */
  startPoolers(logins: { user: string; password: string }[]): Promise<void>;
  poolers(): readonly Program[];
  startPooler(index: number): Promise<void>;
  haproxy: Program;
  /** Whether the nodes can be cut off. */
  isIsolated: boolean;
  /** Stops everything, and kills what does not stop. */
  stop(): Promise<void>;
  /** Ends everything at once; called at this process's exit at the latest. */
  end(): void;
};

type Options = {
  dataDir: string;
  /**
   * Puts nodes in network namespaces, which can be cut off, if this user may create them. Otherwise on ports of
   * 127.0.0.1.
   */
  isolated?: boolean;
  /** Whether the folder is removed at the end; if this process is killed, the next such start removes it. */
  isThrownAway?: boolean;
  /** pgBackRest's settings (PGBACKREST_...), without those of a node: with them the primary archives. */
  archive?: Record<string, string>;
  /** Whether the first node's data was restored: the others wait for it, since an empty one must not be first. */
  isRestored?: boolean;
  /** Aborts the start. */
  signal?: AbortSignal;
  showDetail?: (detail: string) => void;
};

/**
 * Starts three nodes of etcd, Patroni and PostgreSQL 15, and HAProxy before them, from Debian's packages, on this
 * machine. Resolves when the primary takes writes, which then reach a standby too. Rejects with the end of a log
 * otherwise.
 */
export async function startCluster({
  dataDir: given,
  isolated = false,
  isThrownAway = false,
  archive,
  isRestored = false,
  signal,
  showDetail = () => {},
}: Options): Promise<Cluster> {
  await mkdir(given, { recursive: true });
  const dataDir = await realpath(given);
  let places: Places | undefined;
  const network = newNetwork();
  if (isThrownAway) endDeadRuns();
  const forget = isThrownAway ? noteRun({ dataDir, network }) : () => {};
  const end = () => {
    process.off("exit", end);
    endProcesses(dataDir);
    places?.remove();
    if (isThrownAway) rmSync(dataDir, { recursive: true, force: true });
    forget();
  };
  // Before the first program starts, so that nothing is left however this process ends.
  process.once("exit", end);
  try {
    const account = await chooseAccount("/");
    if (account !== undefined) {
      // PostgreSQL's own account must be able to enter.
      await chmod(dataDir, 0o711);
      await requirePassable(dirname(dataDir));
    }
    endProcesses(dataDir);
    places = isolated ? await placeIsolated(dataDir, account, network) : await placeOnPorts(dataDir);
    const start = { dataDir, places: places.nodes, account, archive, isRestored, end, signal, showDetail };
    return await startPrograms(start);
  } catch (error) {
    end();
    throw error;
  }
}

async function placeIsolated(
  dataDir: string,
  account: Account | undefined,
  network: string,
): Promise<Places> {
  try {
    return placeInNamespaces(account, network);
  } catch {
    return placeOnPorts(dataDir);
  }
}

type Start = Required<Pick<Options, "dataDir" | "showDetail" | "isRestored">> & {
  signal: AbortSignal | undefined;
  archive: Record<string, string> | undefined;
  places: readonly Place[];
  account: Account | undefined;
  end: () => void;
};

async function startPrograms({
  dataDir,
  places: all,
  account,
  archive,
  isRestored,
  end,
  signal,
  showDetail,
}: Start): Promise<Cluster> {
  const scope = `payments-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`;
  const passwords = await keepPasswords(join(dataDir, "passwords.json"));
  const certificates = await makeCertificates(dataDir, all);
  const ca = join(certificates, "ca.pem");
  const binaries = await findBinaries();
  const nodes: Node[] = [];
  const shared = { all, dataDir, account, binaries, scope, passwords, certificates, archive };
  for (const [index, place] of all.entries())
    nodes.push(await startNode({ ...shared, place, isWaiting: isRestored && index > 0 }));

  const ports = {
    primary: await findFreePort(),
    standbys: await findFreePort(),
    pooled: await findFreePort(),
  };
  const poolerPorts: number[] = [];
  for (let n = 0; n < POOLERS; n += 1) poolerPorts.push(await findFreePort());
  const haproxy = startProgram({
    name: "haproxy",
    folder: dataDir,
    account: undefined,
    command: "haproxy",
    args: ["-db", "-f", haproxySettings],
    env: {
      PRIMARY: `127.0.0.1:${ports.primary}`,
      STANDBYS: `127.0.0.1:${ports.standbys}`,
      POOLED: `127.0.0.1:${ports.pooled}`,
      DATABASE_CA: ca,
      ...Object.fromEntries(
        all.flatMap((place, index) => [
          [`POSTGRES_${index + 1}`, `${place.address}:${place.ports.postgres}`],
          [`PATRONI_${index + 1}`, `${place.ports.patroni}`],
        ]),
      ),
      ...Object.fromEntries(
        poolerPorts.map((port, index) => [`PGBOUNCER_${index + 1}`, `127.0.0.1:${port}`]),
      ),
    },
  });
  const poolerFolder = join(dataDir, "pgbouncer");
  await mkdir(poolerFolder, { recursive: true, mode: 0o700 });
  if (account !== undefined) await chown(poolerFolder, account.uid, account.gid);
  const poolers: Program[] = [];
  let logins: { user: string; password: string }[] = [];
  const startPooler = async (index: number) => {
    const server = { host: "127.0.0.1", port: ports.primary, ca };
    const name = `pgbouncer-${index + 1}`;
    poolers[index] = await startPgbouncer({
      folder: poolerFolder,
      name,
      port: poolerPorts[index]!,
      server,
      logins,
      account,
    });
  };

  const stop = async () => {
    // A pooler or balancer without a database is harmless; Patroni without etcd would wait for it.
    await Promise.all([...poolers, haproxy].map((program) => program.stop()));
    await Promise.all(nodes.map((node) => node.patroni().stop()));
    await Promise.all(nodes.map((node) => node.etcd().stop()));
    end();
  };
  const urlOf = (port: number, name: string) =>
    `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/${name}?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`;
  if (isRestored) {
    const { address, ports: own } = all[0]!;
    const url = new URL(urlOf(own.postgres, "postgres"));
    url.hostname = address;
    await awaitPrimary(url.href, { programs: [nodes[0]!.patroni()], signal, showDetail, isAlone: true });
    for (const node of nodes.slice(1)) node.startPatroni();
  }
  const programs = [haproxy, ...nodes.flatMap((node) => [node.etcd(), node.patroni()])];
  await awaitPrimary(urlOf(ports.primary, "postgres"), { programs, signal, showDetail });
  return {
    nodes,
    haproxy,
    stop,
    end,
    startPooler,
    isIsolated: all.every((place) => place.setNetwork !== undefined),
    url: urlOf(ports.primary, "payments"),
    standbyUrl: urlOf(ports.standbys, "payments"),
    pooled: (direct) => {
      const url = new URL(direct);
      url.host = `127.0.0.1:${ports.pooled}`;
      // PgBouncer is on this machine, and uses TLS to PostgreSQL.
      url.search = "";
      return url.href;
    },
    patroni: { ca: await readFile(ca, "utf8"), auth: `patroni:${passwords.api}` },
    poolers: () => poolers,
    startPoolers: async (next) => {
      logins = next;
      for (let index = 0; index < POOLERS; index += 1) await startPooler(index);
    },
  };
}

/** Raises if a folder above the data is closed to PostgreSQL's own account. */
async function requirePassable(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) {
    throw new Error(
      `PostgreSQL does not run as root, and its own user may not enter ${folder}: set DATA_DIR to a folder that ` +
        "everybody may enter, or run this as an ordinary user.",
    );
  }
  if (dirname(folder) !== folder) await requirePassable(dirname(folder));
}

/** Keeps those of an earlier start: the members of etcd identify each other by them. */
async function makeCertificates(dataDir: string, places: readonly Place[]): Promise<string> {
  const folder = join(dataDir, "certificates");
  // The account may reach ca.pem; only its owner reads a key.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const script = fileURLToPath(new URL("../deploy/database/make-certificates.sh", import.meta.url));
  const machines = places.map(({ name, address }) => `${name}=${address}`);
  await promisify(execFile)("sh", [script, folder, ...machines]);
  return folder;
}

async function keepPasswords(file: string): Promise<Passwords> {
  const kept = await readFile(file, "utf8").catch(() => undefined);
  if (kept !== undefined) return JSON.parse(kept) as Passwords;
  const password = () => randomBytes(24).toString("base64url");
  const passwords = {
    superuser: password(),
    replication: password(),
    rewind: password(),
    api: password(),
  };
  await writeFile(file, JSON.stringify(passwords), { mode: 0o600, flush: true });
  return passwords;
}

/** The newest of Debian's. Raises if there is none. */
async function findBinaries(): Promise<string> {
  const folder = "/usr/lib/postgresql";
  const versions = (await readdir(folder).catch(() => [])).map(Number).sort((a, b) => b - a);
  if (versions[0] === undefined)
    throw new Error(
      "PostgreSQL is not installed: apt-get install postgresql patroni etcd-server pgbouncer haproxy",
    );
  return join(folder, `${versions[0]}`, "bin");
}

/**
 * Waits until the primary takes writes, and creates the database `payments` if need be. `isAlone`: only until there is
 * a primary, before it has standbys.
 */
async function awaitPrimary(
  url: string,
  {
    programs,
    signal,
    showDetail,
    isAlone = false,
  }: Pick<Start, "signal" | "showDetail"> & { programs: Program[]; isAlone?: boolean },
): Promise<void> {
  for (const start = Date.now(); ; await sleep(500)) {
    signal?.throwIfAborted();
    const ended = programs.find((program) => program.hasEnded());
    if (ended !== undefined) throw new Error(`${ended.name} ended:\n${ended.lastWords()}`);
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 3_000,
      query_timeout: 10_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ waits: boolean }>("select pg_is_in_recovery() as waits");
      if (rows[0]!.waits) throw new Error("it is no primary yet");
      if (isAlone) return;
      // Committed only when a standby has it.
      await client.query("select pg_logical_emit_message(true, 'payments', 'ready')");
      await client.query("create database payments").catch((error: { code?: string }) => {
        if (error.code !== "42P04") throw error; // duplicate_database
      });
      showDetail("the primary takes writes");
      return;
    } catch (error) {
      showDetail(`no writes yet: ${(error as Error).message}`);
      if (Date.now() - start > READY_WITHIN_MS) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
