import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { childrenOf, untilGone, watchProcesses } from "./processes.ts";
import { runAdminQuery } from "../helpers/database/run-admin-query.ts";
import { failToStart, startPlatform } from "../helpers/platform/start-platform.ts";

const PATIENCE_MS = 400_000;

/** A DATA_DIR in a folder that only the owner may enter. Both tests start on it, as a new cluster takes the longest. */
let parent: string;
let dataDir: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "payments-platform-start-"));
  dataDir = join(parent, "data");
  await chmod(parent, 0o700);
  await mkdir(dataDir, { mode: 0o700 });
});

afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

async function virtualAccounts(demo: { baseUrl: string; secretKey: string }): Promise<unknown[]> {
  const response = await fetch(`${demo.baseUrl}/v1/virtual-accounts`, {
    headers: { authorization: `Bearer ${demo.secretKey}` },
  });
  return ((await response.json()) as { data: unknown[] }).data;
}

test.skipIf(process.platform !== "linux")(
  "npm start says what is taken, prints a curl that works, stops on Ctrl-C with nothing left over, keeps data and key",
  { timeout: PATIENCE_MS },
  async () => {
    const watch = watchProcesses();
    const port = await findFreePort();
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    const onTakenPort = await failToStart({ dataDir, port });
    other.close();
    expect(onTakenPort.code).toBe(1);
    expect(onTakenPort.output.trim()).toBe(
      `Port ${port} of 127.0.0.1 is already in use. Choose another one: PORT=${port + 1} npm start`,
    );

    const localhost = createServer().listen({ port, host: "::1", ipv6Only: true });
    await once(localhost, "listening");
    const onTakenName = await failToStart({ dataDir, port });
    localhost.close();
    expect(onTakenName.output.trim()).toBe(
      `Port ${port} of ::1 is already in use, where browsers look for http://localhost first. ` +
        `Choose another one: PORT=${port + 1} npm start`,
    );

    const metricsPort = await findFreePort();
    // As a shell may have them, for another database.
    const shell = {
      PGSSLMODE: "require",
      PGOPTIONS: "-c search_path=nowhere",
      PGHOST: "192.0.2.1",
      PGPORT: "1",
    };
    const first = await startPlatform({
      dataDir,
      port,
      env: { METRICS_PORT: `${metricsPort}`, ...shell },
    });
    const metrics = [...first.output().matchAll(/http:\S+\/metrics/g)].map(([url]) => url);
    expect(metrics).toHaveLength(2);
    for (const url of metrics) expect(await (await fetch(url)).text()).toContain("payments_");
    expect(first.output()).toContain("npm run -s listen -- --forward-to http://localhost:4010/webhooks");
    const children = await childrenOf(first.pid);
    watch([{ pid: first.pid, command: "" }, ...children]);
    expect(children).toHaveLength(3);
    const onTakenFolder = await failToStart({ dataDir, port: await findFreePort() });
    expect(onTakenFolder.code).toBe(1);
    expect(onTakenFolder.output.trim().split("\n")).toEqual([
      expect.stringContaining(`Another npm start is running on ${dataDir}`),
    ]);

    const demo = await first.demo();
    expect(demo).toMatchObject({
      baseUrl: `http://127.0.0.1:${port}`,
      secretKey: expect.stringMatching(/^sk_test_/),
      webhookSecret: expect.stringMatching(/^whsec_/),
      databaseUrl: expect.stringMatching(/^postgres:\/\//),
      merchant: expect.stringMatching(/^mer_/),
    });
    for (const file of ["demo.json", "encryption.key", "postgres.password"]) {
      expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    }
    const logins = await runAdminQuery(
      demo.databaseUrl,
      `select distinct application_name as process, usename as role from pg_stat_activity
      where application_name ~ '^(ingress|workers)$' order by 1`,
    );
    expect(logins).toEqual([
      { process: "ingress", role: "payments_ingress" },
      { process: "workers", role: "payments_workers" },
    ]);
    const steps = [...first.output().matchAll(/^ +\d+\.\d s {2}(.*\w)$/gm)].map(([, step]) => step);
    expect(steps).toEqual([
      `Take ${dataDir} and port ${port}`,
      "Start PostgreSQL: first start, with a new cluster",
      "Prepare the database's roles",
      expect.stringMatching(/^Migrate the database: \d+ files applied$/),
      "Prepare the demo merchant",
      "Start the workers",
      "Start the ingress",
    ]);
    // No log lines between them, and no colours, as there is no terminal.
    expect(first.output()).not.toContain('"level"');
    expect(first.output()).not.toContain("\x1b");
    const curl = first.output().match(/^curl .*$/m)![0];
    const { stdout } = await promisify(execFile)("sh", ["-c", curl]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { accountName: expect.any(String) } });
    const created = await fetch(`${demo.baseUrl}/v1/virtual-accounts`, {
      method: "POST",
      headers: { authorization: `Bearer ${demo.secretKey}`, "content-type": "application/json" },
      body: JSON.stringify({ customerEmail: "ada@example.com", amount: { value: 5000, currency: "NGN" } }),
    });
    expect(created.status).toBe(201);

    // Twice, as npm and the terminal both send it.
    process.kill(first.pid, "SIGINT");
    expect(await first.end("SIGINT")).toBe(0);
    await untilGone(children);

    const second = await startPlatform({ dataDir, port: await findFreePort() });
    const restarted = await childrenOf(second.pid);
    watch([{ pid: second.pid, command: "" }, ...restarted]);
    const again = await second.demo();
    expect(again).toMatchObject({
      secretKey: demo.secretKey,
      webhookSecret: demo.webhookSecret,
      merchant: demo.merchant,
    });
    expect(await virtualAccounts(again)).toHaveLength(1);
    expect(await second.end("SIGTERM")).toBe(0);
    await untilGone(restarted);
  },
);

test.skipIf(process.platform !== "linux")(
  "npm start starts a killed process again, and takes over after a kill -9 of itself or of everything",
  { timeout: PATIENCE_MS },
  async () => {
    const watch = watchProcesses();
    const port = await findFreePort();
    const first = await startPlatform({ dataDir, port });
    onTestFailed(() => console.log(first.output()));
    const { secretKey } = await first.demo();
    const accounts = await virtualAccounts({ baseUrl: `http://127.0.0.1:${port}`, secretKey });
    const children = await childrenOf(first.pid);
    watch([{ pid: first.pid, command: "" }, ...children]);

    for (const name of ["workers/main.ts", "ingress/main.ts", "bin/postgres"]) {
      const victim = (await childrenOf(first.pid)).find(({ command }) => command.includes(name))!;
      process.kill(victim.pid, "SIGKILL");
      await expect
        .poll(async () => (await childrenOf(first.pid)).filter(({ command }) => command.includes(name)))
        .toEqual([{ pid: expect.not.toSatisfy((pid) => pid === victim.pid), command: expect.any(String) }]);
    }
    await expect
      .poll(() => virtualAccounts({ baseUrl: `http://127.0.0.1:${port}`, secretKey }).catch(() => undefined))
      .toEqual(accounts);

    // Of itself: its processes notice and end; PostgreSQL stays, and the next start deals with it.
    const restarted = await childrenOf(first.pid);
    watch(restarted);
    await first.end("SIGKILL");
    const second = await startPlatform({ dataDir, port });
    await untilGone(restarted);
    expect((await second.demo()).secretKey).toBe(secretKey);

    // Of everything.
    const all = await childrenOf(second.pid);
    watch([{ pid: second.pid, command: "" }, ...all]);
    for (const { pid } of all) process.kill(pid, "SIGSTOP");
    const ended = second.end("SIGKILL");
    for (const { pid } of all) process.kill(pid, "SIGKILL");
    await ended;
    expect(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).not.toBe("");
    await sleep(100);
    const third = await startPlatform({ dataDir, port });
    const last = await childrenOf(third.pid);
    watch([{ pid: third.pid, command: "" }, ...last]);
    expect((await third.demo()).secretKey).toBe(secretKey);
    expect(await third.end("SIGINT")).toBe(0);
    await untilGone(last);
  },
);
