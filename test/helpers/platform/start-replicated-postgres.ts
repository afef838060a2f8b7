import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chooseAccount } from "../../../scripts/postgres/choose-account.ts";
import { createCluster } from "../../../scripts/postgres/create-cluster.ts";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";
import { locateBinaries } from "../../../scripts/postgres/locate-binaries.ts";
import { runInFolder, workingFolder } from "../../../scripts/postgres/run-in-folder.ts";
import { startPostgres } from "../../../scripts/postgres/start-postgres.ts";
import { hasRoom } from "../../../scripts/postgres/start-throwaway-postgres.ts";

export type ReplicatedPostgres = AsyncDisposable & {
  /** The superuser's, of the `payments` database: on the primary, and on the standby. */
  url: string;
  standbyUrl: string;
  stopStandby(): Promise<void>;
  startStandby(): void;
};

/** Starts a PostgreSQL of npm's, and a copy of it that follows as a streaming standby. Both go with this process. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const root = await mkdtemp(join((await hasRoom("/dev/shm")) ? "/dev/shm" : tmpdir(), "payments-replica-"));
  const [primaryFolder, standbyFolder] = [join(root, "primary"), join(root, "standby")];
  for (const folder of [primaryFolder, standbyFolder]) await mkdir(folder);
  await chmod(root, 0o711);
  const account = await chooseAccount(join(primaryFolder, "postgres"));
  const binaries = await locateBinaries(account);
  const password = await createCluster({
    dataDir: primaryFolder,
    binaries: binaries.folder,
    account,
    durable: false,
  });
  const standby = join(standbyFolder, "postgres");
  const [port, standbyPort] = [await findFreePort(), await findFreePort()];
  await appendFile(
    join(primaryFolder, "postgres/postgresql.auto.conf"),
    `fsync = off\nmax_connections = 200\nwal_keep_size = 512MB\ntimezone = UTC\n` +
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password}'\n` +
      `wal_retrieve_retry_interval = 200ms\n`,
  );
  // Nothing has been written since initdb, so a copy is a backup.
  await promisify(execFile)("cp", ["-a", join(primaryFolder, "postgres"), standby]);
  await writeFile(join(standby, "standby.signal"), "");
  const primary = await startPostgres({ dataDir: primaryFolder, durable: true, port });

  const start = () => {
    const settings = {
      port: standbyPort,
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      log_error_verbosity: "terse",
    };
    const child = spawn(
      join(binaries.folder, "bin/postgres"),
      [
        ...["-D", workingFolder ?? standby],
        ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      { ...runInFolder(standby, account), stdio: "ignore", detached: true },
    );
    return { child, ended: once(child, "exit") };
  };
  let running = start();
  const endWithUs = () => {
    running.child.kill("SIGQUIT");
    void primary.stop("immediately");
  };
  process.once("exit", endWithUs);
  const stopStandby = async () => {
    running.child.kill("SIGQUIT");
    await running.ended;
  };
  const standbyUrl = new URL(primary.url);
  standbyUrl.port = `${standbyPort}`;
  return {
    url: primary.url,
    standbyUrl: standbyUrl.href,
    stopStandby,
    startStandby: () => void (running = start()),
    [Symbol.asyncDispose]: async () => {
      process.off("exit", endWithUs);
      await stopStandby();
      await primary.stop("immediately");
      await binaries.discard();
      await rm(root, { recursive: true, force: true });
    },
  };
}
