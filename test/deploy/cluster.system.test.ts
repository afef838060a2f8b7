import { randomUUID } from "node:crypto";
import { mkdtemp, readFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCluster, type Cluster } from "../../scripts/cluster/start-cluster.ts";
import { openRoles } from "../../scripts/postgres/open-roles.ts";
import { createDatabase } from "../../sql/process/database.ts";
import { migrate } from "../../sql/install/migrate.ts";
import type { Node } from "../../scripts/cluster/start-node.ts";
import { askPatroni } from "../lab/faults/platform/ask-patroni.ts";
import { pausePostgres } from "../lab/faults/platform/start-cluster.ts";
import { createMember } from "../helpers/create-member.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { eventually } from "../helpers/eventually.ts";
import { startIngressProcess } from "../helpers/platform/start-process.ts";
import { resolveDestination, destination } from "../helpers/records.ts";
import { hasProgram } from "./has-program.ts";

const needed = ["patroni", "etcd", "haproxy", "pgbouncer"];
const timeout = 600_000;

/** One line is enough where several are missing. */
async function hasAll([name, ...others]: string[]): Promise<boolean> {
  return name === undefined || ((await hasProgram(name, "The cluster is not tested")) && hasAll(others));
}

describe.runIf(await hasAll(needed))("a cluster of the examples", { timeout }, () => {
  // One for both tests, since three machines' worth of programs take long to start.
  let dataDir: string;
  let cluster: Cluster;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "payments-cluster-"));
    cluster = await startCluster({ dataDir, isThrownAway: true });
  }, timeout);
  afterAll(() => cluster?.end());

  test("lets writes wait while both standbys are gone, is not ready, and goes on by itself when one is back", async () => {
    await migrate(cluster.url);
    const { urls } = await openRoles({ url: cluster.url, secret: randomUUID(), isOurs: true });
    const { username, password } = new URL(urls.ingress);
    await cluster.startPoolers([{ user: username, password }]);
    const database = await createDatabase({ url: cluster.url, maxPoolSize: 1, applicationName: "test" });
    const { tenant, key } = await createMember(database, { available: 10_000n });
    await resolveDestination(database, tenant);
    await database.end();
    await using ingress = await startIngressProcess(cluster.url, {
      DATABASE_URL: cluster.pooled(urls.ingress),
      DATABASE_DIRECT_URL: urls.ingress,
    });
    await ingress.ready;
    const payOut = () =>
      ingress.call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": "while-no-standby-is-there" },
        body: { amount: { value: 1_000, currency: "NGN" }, destination },
      });
    await eventually(async () => expect((await ingress.call("GET", "/readyz")).status).toBe(200));

    const [row] = await runSql<{ port: number }>(cluster.url, "select inet_server_port() as port");
    const standbys = cluster.nodes.filter(({ place }) => place.ports.postgres !== row!.port);
    expect(standbys).toHaveLength(2);
    const paused = await Promise.all(standbys.map(pausePostgres));

    // No response that says it was done, however often it is asked.
    expect((await payOut()).status).toBeGreaterThanOrEqual(500);
    expect((await payOut()).status).toBeGreaterThanOrEqual(500);
    await eventually(async () => expect((await ingress.call("GET", "/readyz")).status).toBe(503));
    // Reads go on.
    expect((await ingress.call("GET", "/v1/balances", { key })).status).toBe(200);

    await paused[0]!.restore();
    await eventually(async () => expect((await payOut()).status).toBe(201));
    await eventually(async () => expect((await ingress.call("GET", "/readyz")).status).toBe(200));
    const made = await runSql(cluster.url, "select count(*)::int as payouts from payouts");
    expect(made).toEqual([{ payouts: 1 }]);
    await paused[1]!.restore();
  });

  test("takes commands and connections only from who has a password or a certificate", async () => {
    const [{ place }] = cluster.nodes as [Node, ...Node[]];
    const patch = (auth?: string) =>
      askPatroni(cluster, place, "config", {
        method: "PATCH",
        body: '{"loop_wait": 2}',
        withinMs: 30_000,
        ...(auth !== undefined && { auth }),
      });
    expect((await patch())?.status).toBe(401);
    expect((await patch("patroni:"))?.status).toBe(401);
    expect((await patch(cluster.patroni.auth))?.status).toBe(200);
    for (const command of ["restart", "reload", "reinitialize", "switchover", "failover"])
      expect((await askPatroni(cluster, place, command, { method: "POST", body: "{}" }))?.status).toBe(401);
    // Without TLS nothing of it answers, so that no password is sent in the clear.
    await expect(fetch(`http://${place.address}:${place.ports.patroni}/config`)).rejects.toThrow();

    // What Patroni keeps in etcd counts as much as what its API is told.
    const key = `https://${place.address}:${place.ports.etcd}/v2/keys/service/anything`;
    const put = (certificate: { cert?: string; key?: string }) =>
      new Promise<number | Error>((resolve) => {
        const options = { method: "PUT", ca: cluster.patroni.ca, ...certificate };
        const sent = request(key, options, (response) => resolve(response.resume().statusCode ?? 0));
        sent.once("error", resolve);
        sent.end("value=1");
      });
    expect(await put({})).toBeInstanceOf(Error);
    const own = (name: string) => readFile(join(dataDir, place.name, name), "utf8");
    expect(await put({ cert: await own("node.pem"), key: await own("node-key.pem") })).toBe(201);
    for (const port of [place.ports.etcd, place.ports.etcdPeer])
      await expect(fetch(`http://${place.address}:${port}/version`)).rejects.toThrow();

    const clear = new URL(cluster.url);
    clear.search = "?sslmode=disable";
    await expect(runSql(clear.href, "select 1")).rejects.toThrow("no encryption");
    expect(await runSql(cluster.url, "select ssl from pg_stat_ssl where pid = pg_backend_pid()")).toEqual([
      { ssl: true },
    ]);
  });
});
