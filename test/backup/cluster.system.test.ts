import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "../../scripts/cluster/start-cluster.ts";
import { chooseAccount } from "../../scripts/postgres/choose-account.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { createDatabase } from "../../sql/process/database.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { hasProgram } from "../deploy/has-program.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, createPayout, resolveDestination } from "../helpers/records.ts";
import { binaries } from "./start-archived-postgres.ts";

const run = promisify(execFile);
const notTested = "Restoring a cluster is not tested";
const needed = ["pgbackrest", "patroni", "etcd", "haproxy", `${binaries}/postgres`];
const canRestore = (await Promise.all(needed.map((name) => hasProgram(name, notTested)))).every(Boolean);
const example = fileURLToPath(new URL("../../scripts/deploy/postgres/pgbackrest.conf", import.meta.url));

/** A commit waits for a standby, which has just come. */
const open = (url: string) =>
  createDatabase({ url, maxPoolSize: 2, applicationName: "test", statementMs: 60_000 });
const books = "select account_id::text as account, balance::text from ledger_balances order by account_id";
const payouts = "select count(*)::int as many from payouts";
const problems = "select * from ledger_discrepancies";

describe.runIf(canRestore)("a cluster whose machines are all lost", { timeout: 600_000 }, () => {
  test("is restored to a moment by docs/operating/recovery.md, with the books of then, and goes on", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "payments-platform-restore-"));
    const account = await chooseAccount(join(dataDir, "none"));
    const makeFolder = async (name: string) => {
      const folder = join(dataDir, name);
      await mkdir(folder, { mode: 0o700 });
      if (account !== undefined) await chown(folder, account.uid, account.gid);
      return folder;
    };
    // What all machines reach: an object store, or a machine of its own.
    const shared = await makeFolder("backrest");
    const settings = join(shared, "pgbackrest.conf");
    await copyFile(example, settings);
    await chmod(settings, 0o644);
    const archive = {
      PGBACKREST_CONFIG: settings,
      PGBACKREST_REPO1_CIPHER_PASS: randomBytes(24).toString("base64url"),
      PGBACKREST_REPO1_PATH: await makeFolder("repository"),
      PGBACKREST_LOG_PATH: await makeFolder("backrest-log"),
      PGBACKREST_LOCK_PATH: await makeFolder("backrest-lock"),
    };
    const backrest = async (node: Cluster["nodes"][number], ...words: string[]) => {
      const env = { PATH: "/usr/bin:/bin", ...node.archive };
      return (await run("pgbackrest", ["--stanza=payments", ...words], { cwd: shared, env, ...account }))
        .stdout;
    };
    let cluster: Cluster | undefined;
    try {
      cluster = await startCluster({ dataDir, archive });
      await migrate(cluster.url, { withRoles: false });
      const primary = await findPrimary(cluster);
      await backrest(primary, "stanza-create");
      await backrest(primary, "--type=full", "backup");
      await runSql(cluster.url, "select note_backup()");

      const database = await open(cluster.url);
      const tenant = await createFundedMerchant(database, 1_000_000n);
      await resolveDestination(database, tenant);
      for (let n = 0; n < 3; n += 1) await createPayout(database, tenant);
      const then = await runSql(cluster.url, books);
      const [{ moment }] = (await runSql<{ moment: string }>(
        cluster.url,
        "select clock_timestamp()::text as moment",
      )) as [{ moment: string }];
      await createPayout(database, tenant);
      expect(await runSql(cluster.url, books)).not.toEqual(then);
      await database.end();
      await backrest(primary, "check"); // waits until all of it is in the repository

      // All machines are gone, with what etcd knew.
      const [first] = cluster.nodes as [Cluster["nodes"][number]];
      cluster.end();
      for (const { place } of cluster.nodes)
        for (const folder of ["etcd", "postgres"])
          await rm(join(dataDir, place.name, folder), { recursive: true });

      // 1. Restore on one machine, and look at the books before anybody is connected.
      await makeFolder(join(first.place.name, "postgres"));
      await backrest(first, "--type=time", `--target=${moment}`, "--target-action=promote", "restore");
      expect(await readFile(join(first.data, "recovery.signal"), "utf8")).toBe("");
      const alone = await startAlone(first, cluster.url, account);
      expect(await runSql(alone.url, books)).toEqual(then);
      expect(await runSql(alone.url, payouts)).toEqual([{ many: 3 }]);
      expect(await runSql(alone.url, problems)).toEqual([]);
      await alone.stop();

      // 2. Patroni takes it for the cluster's first; the others, empty, copy it.
      cluster = await startCluster({ dataDir, archive, isRestored: true });
      const { url } = cluster;
      await eventually(async () =>
        expect(await runSql(url, "select count(*)::int as many from pg_stat_replication")).toEqual([
          { many: 2 },
        ]),
      );
      expect(await runSql(url, books)).toEqual(then);
      // What Patroni keeps in etcd came back with the data.
      expect(await runSql(url, "show synchronous_standby_names")).not.toEqual([
        { synchronous_standby_names: "" },
      ]);
      const again = await open(url);
      await createPayout(again, tenant);
      await again.end();
      expect(await runSql(url, payouts)).toEqual([{ many: 4 }]);
      expect(await runSql(url, problems)).toEqual([]);

      // 3. The new history is archived, and backed up.
      const next = await findPrimary(cluster);
      await backrest(next, "check");
      await backrest(next, "--type=full", "backup");
      expect(JSON.parse(await backrest(next, "--output=json", "info"))).toMatchObject([
        { status: { code: 0 }, backup: [{ type: "full" }, { type: "full" }] },
      ]);
    } finally {
      cluster?.end();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

async function findPrimary({ url, nodes }: Cluster): Promise<Cluster["nodes"][number]> {
  const [row] = await runSql<{ port: number }>(url, "select inet_server_port() as port");
  return nodes.find(({ place }) => place.ports.postgres === row!.port)!;
}

/** PostgreSQL without Patroni, which recovers and is promoted. Nothing waits for a standby. */
async function startAlone(
  { data, archive, place }: Cluster["nodes"][number],
  clusterUrl: string,
  account: { uid: number; gid: number } | undefined,
) {
  // What the backup has of another machine; on three machines the folders are the same.
  const own = [
    "synchronous_standby_names=",
    "listen_addresses=127.0.0.1",
    `port=${place.ports.postgres}`,
    `unix_socket_directories=${archive.PGBACKREST_PG1_SOCKET_PATH}`,
    `hba_file=${join(data, "pg_hba.conf")}`,
    `ident_file=${join(data, "pg_ident.conf")}`,
  ];
  const server = spawn(join(binaries, "postgres"), ["-D", data, ...own.flatMap((one) => ["-c", one])], {
    env: { PATH: "/usr/bin:/bin", ...archive },
    cwd: data,
    stdio: ["ignore", "ignore", "pipe"],
    ...account,
  });
  let output = "";
  server.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = new URL(clusterUrl);
  url.host = `${place.address}:${place.ports.postgres}`;
  await eventually(async () => {
    if (server.exitCode !== null) throw new Error(output);
    const [row] = await runSql<{ recovers: boolean }>(url.href, "select pg_is_in_recovery() as recovers");
    expect(row!.recovers).toBe(false);
  });
  return {
    url: url.href,
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
    },
  };
}
