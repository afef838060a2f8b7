import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { chooseAccount } from "../../scripts/postgres/choose-account.ts";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { eventually } from "../helpers/eventually.ts";

const run = promisify(execFile);
const examples = fileURLToPath(new URL("../../scripts/deploy/postgres/", import.meta.url));
/** Debian's PostgreSQL: the newest that its pgBackRest knows. */
export const binaries = "/usr/lib/postgresql/15/bin";

export type ArchivedPostgres = AsyncDisposable & {
  /** The superuser's, of the `payments` database. */
  url: string;
  /** Runs pgbackrest with the examples' settings; returns what it prints. */
  backrest(...words: string[]): Promise<string>;
  /** Kills it, as the end of its machine does. */
  crash(): Promise<void>;
  /**
   * Starts a copy that was restored into this folder, with other arguments than the first if they are given. In `main`,
   * it has the port of the first. Returns the superuser's URL.
   */
  startRestored(folder: string, words?: readonly string[]): Promise<string>;
  /** A new, empty folder of the account that PostgreSQL runs as. */
  makeFolder(name: string): Promise<string>;
  /** Where everything is; PostgreSQL's files in `main`. */
  root: string;
  /** How programs run beside it: its account, folder and environment. */
  options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
};

/**
 * Starts a PostgreSQL of Debian with an empty `payments` database, which archives to a pgBackRest repository as the
 * examples in scripts/deploy/postgres say, or as the arguments in `given`. Everything is in one temporary folder, which
 * goes with it.
 */
export async function startArchivedPostgres(given?: readonly string[]): Promise<ArchivedPostgres> {
  const root = await mkdtemp(join(tmpdir(), "payments-platform-backup-"));
  const account = await chooseAccount(join(root, "none"));
  const own = async (path: string, mode: number) => {
    await chmod(path, mode);
    if (account !== undefined) await chown(path, account.uid, account.gid);
    return path;
  };
  await own(root, 0o700);
  const makeFolder = async (name: string) => {
    await mkdir(join(root, name));
    return own(join(root, name), 0o700);
  };
  const password = randomBytes(24).toString("base64url");
  await writeFile(join(root, "password"), password);
  await own(join(root, "password"), 0o600);
  const port = await findFreePort();
  const main = await makeFolder("main");
  for (const name of ["pgbackrest.conf", "archive.conf"]) {
    await copyFile(join(examples, name), join(root, name));
    await own(join(root, name), 0o600);
  }
  // What an operator fills in or leaves as it is: where everything is here.
  const env = {
    PATH: "/usr/bin:/bin",
    PGBACKREST_CONFIG: join(root, "pgbackrest.conf"),
    PGBACKREST_REPO1_PATH: await makeFolder("repository"),
    PGBACKREST_REPO1_CIPHER_PASS: password,
    PGBACKREST_LOG_PATH: await makeFolder("log"),
    PGBACKREST_LOCK_PATH: await makeFolder("lock"),
    PGBACKREST_PG1_PATH: main,
    PGBACKREST_PG1_PORT: `${port}`,
    PGBACKREST_PG1_SOCKET_PATH: root,
    PGBACKREST_PG1_USER: "postgres",
  };
  const options = { cwd: root, env, ...account };

  const login = ["-U", "postgres", "--pwfile", join(root, "password"), "--no-sync", "--locale=C.UTF-8"];
  await run(
    join(binaries, "initdb"),
    ["-D", main, ...login, "--auth-local=trust", "--auth-host=scram-sha-256"],
    options,
  );
  const archiving = given === undefined ? `include '${root}/archive.conf'\n` : "";
  await appendFile(
    join(main, "postgresql.conf"),
    `\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${root}'\n${archiving}`,
  );

  const servers: ChildProcess[] = [];
  const start = async (data: string, ownPort: number, words = given ?? []) => {
    const log = join(root, `${ownPort}.log`);
    const settings = ["-D", data, "-c", `port=${ownPort}`, "-c", "logging_collector=off", ...words];
    const server = spawn(join(binaries, "postgres"), settings, {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    servers.push(server);
    let output = "";
    server.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const url = `postgres://postgres:${password}@127.0.0.1:${ownPort}`;
    await eventually(async () => {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}\n${output}`);
      // Fails while it recovers, and while it does not take writes yet.
      await runAdminQuery(`${url}/postgres`, "create temporary table writable ()");
    }).catch((cause: unknown) => {
      throw new Error(output, { cause });
    });
    return url;
  };
  const end = async (server: ChildProcess) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGQUIT");
    await ended;
  };
  const endAll = () => void servers.forEach((server) => server.kill("SIGQUIT"));
  process.once("exit", endAll);

  const server = await start(main, port);
  await runAdminQuery(`${server}/postgres`, "create database payments");
  return {
    url: `${server}/payments`,
    makeFolder,
    root,
    options,
    backrest: async (...more) => (await run("pgbackrest", ["--stanza=payments", ...more], options)).stdout,
    crash: () => end(servers[0]!),
    startRestored: async (folder, words) => {
      expect(await readFile(join(folder, "recovery.signal"), "utf8")).toBe("");
      return `${await start(folder, folder === main ? port : await findFreePort(), words)}/payments`;
    },
    [Symbol.asyncDispose]: async () => {
      process.off("exit", endAll);
      for (const each of servers) await end(each);
      await rm(root, { recursive: true, force: true });
    },
  };
}
