import { join } from "node:path";
import { Command } from "commander";
import { migrate } from "../sql/install/migrate.ts";
import { progress } from "./cli/show-progress.ts";
import { startCluster } from "./cluster/start-cluster.ts";
import { readDataDir } from "./config.ts";
import { openRoles } from "./postgres/open-roles.ts";
import { lockDataDir } from "./start/lock-data-dir.ts";
import { runUntilStopped } from "./start/run-until-stopped.ts";

new Command("cluster")
  .description(
    "Starts a database that survives the loss of a machine, until Ctrl-C, all of it on ports of this one: three nodes " +
      "of etcd, Patroni and PostgreSQL, HAProxy before them, two PgBouncers. Data: DATA_DIR (.data)/cluster. It needs " +
      "Debian's packages postgresql, patroni, etcd-server, haproxy and pgbouncer, with the settings of " +
      "scripts/deploy/database/.",
  )
  .parse();

await runUntilStopped(async (run) => {
  const dataDir = join(readDataDir(), "cluster");
  await lockDataDir(dataDir);
  const cluster = await progress.step("Start three nodes and HAProxy", (showDetail) =>
    startCluster({ dataDir, signal: run.signal, showDetail }),
  );
  run.add({ stop: () => cluster.stop(), kill: () => cluster.end() });
  run.signal.throwIfAborted();
  await progress.step("Migrate the database", (showDetail) =>
    migrate(cluster.url, { onFile: (name, nth, total) => showDetail(`${name}, ${nth} of ${total}`) }),
  );
  const { urls } = await openRoles({ url: cluster.url, secret: new URL(cluster.url).password, isOurs: true });
  const roles = [urls.ingress, urls.workers].map((url) => new URL(url));
  await progress.step("Start two PgBouncers", () =>
    cluster.startPoolers(roles.map(({ username, password }) => ({ user: username, password }))),
  );
  for (const [name, direct] of Object.entries({ ingress: urls.ingress, workers: urls.workers })) {
    console.log(`${name}:\n  DATABASE_URL=${cluster.pooled(direct)}\n  DATABASE_DIRECT_URL=${direct}`);
  }
  console.log(`npm run admin, npm run ops:\n  DATABASE_URL=${urls.operator}`);
  console.log(`The owner, npm run migrate:\n  DATABASE_URL=${cluster.url}`);
  const standbys = new URL(urls.reader);
  standbys.host = new URL(cluster.standbyUrl).host;
  console.log(`ingress, for reads that may be some seconds old:\n  DATABASE_READ_URL=${standbys.href}`);
  for (const { place } of cluster.nodes) {
    const { address, ports } = place;
    console.log(`${place.name}: ${address}:${ports.postgres}, https://${address}:${ports.patroni}/cluster`);
  }
  await run.stopRequested;
});
