import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { z } from "zod";
import { connectionsOf as ingressConnections } from "../../ingress/start-ingress.ts";
import { openRoles } from "../../scripts/postgres/open-roles.ts";
import { startThrowawayPostgres } from "../../scripts/postgres/start-throwaway-postgres.ts";
import { queues } from "../../sql/queue/jobs.ts";
import { migrate } from "../../sql/install/migrate.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { connectionsOf } from "../../workers/queue/plan-capacity.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, setEndpoint } from "../helpers/records.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { startIngressProcess, startWorkerProcess, whileRunning } from "../helpers/platform/start-process.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts } from "../payouts/accept-test-payouts.ts";

const defaults = { WORKER_CONCURRENCY: "64", WEBHOOK_CONCURRENCY: "40" };
const usual = { metricsPort: undefined, databaseDirectUrl: undefined };
const most = connectionsOf(queues, { workerConcurrency: 64, webhookConcurrency: 40, ...usual });

test("a worker process opens at most the connections that are documented, however much it does", async ({
  database,
  databaseUrl,
}) => {
  const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), "utf8");
  expect(await read("docs/operating/scale.md")).toMatch(
    new RegExp(`^\\| workers \\|.*\\| ${most} +\\|$`, "m"),
  );
  expect(most).toBeLessThan(30);
  const ofIngress = ingressConnections({ databasePoolSize: 10, ...usual });
  expect(await read("docs/operating/scale.md")).toMatch(
    new RegExp(`^\\| ingress \\| \`DATABASE_POOL_SIZE\` \\+ 2 .*\\| ${ofIngress} +\\|$`, "m"),
  );

  await using receiver = await startReceiver();
  const tenant = await createFundedMerchant(database, 10_000_000n);
  await setEndpoint(database, tenant, receiver.url);
  await acceptTestPayouts(database, tenant, { count: 300 });
  await using worker = startWorkerProcess(databaseUrl, defaults);
  const used = sql.type(z.object({ n: z.number() }))`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and (application_name like 'workers%' or application_name like 'queue%')`;
  let seen = 0;
  const done = eventually(async () => {
    seen = Math.max(seen, await database.oneFirst(used));
    const left = sql.type(z.object({ n: z.number() }))`
      select count(*)::integer as n from payouts where status <> 'succeeded'`;
    expect(await database.oneFirst(left)).toBe(0);
  }, 60_000);
  await whileRunning(worker, done);
  expect(seen).toBeGreaterThan(5);
  expect(seen).toBeLessThanOrEqual(most);
});

test("a process that needs more connections than are left says so in one line, and exits 1", async ({
  databaseUrl,
}) => {
  const numbers =
    /^PostgreSQL allows \d+ connections, of which \d+ are reserved, \d+ promised to running processes and \d+ in use by others\. This process needs up to (\d+): raise max_connections, or lower (.+)\.\n$/;
  await using worker = startWorkerProcess(databaseUrl, { WORKER_CONCURRENCY: "8000" });
  expect(await worker.ended).toEqual({ code: 1, signal: null });
  expect(numbers.exec(worker.log())?.slice(1)).toEqual([
    expect.stringMatching(/^\d{4}$/),
    "WORKER_CONCURRENCY or WEBHOOK_CONCURRENCY",
  ]);
  await using ingress = await startIngressProcess(databaseUrl, { DATABASE_POOL_SIZE: "4000" });
  ingress.ready.catch(() => {});
  expect(await ingress.ended).toEqual({ code: 1, signal: null });
  expect(numbers.exec(ingress.log())?.slice(1)).toEqual(["4002", "DATABASE_POOL_SIZE"]);
});

/** A network to the database that loses everything, until told otherwise. */
async function startLosingProxy(databaseUrl: string) {
  let connections = 0;
  const proxy = await startProxy(databaseUrl, () => {
    connections += 1;
    return () => {};
  });
  proxy.mode("swallow");
  return Object.assign(proxy, {
    /** One attempt finds out how many connections there are, the next one fails; whoever tries again is waiting. */
    triedAgain: () => eventually(() => expect(connections).toBeGreaterThan(2), 60_000),
    goOn: () => {
      proxy.mode("refuse");
      proxy.mode("pass");
    },
  });
}

test("a worker process that starts while the database is away waits for it", async ({ databaseUrl }) => {
  await using proxy = await startLosingProxy(roleUrl(databaseUrl, "workers"));
  await using worker = startWorkerProcess(databaseUrl, { DATABASE_URL: proxy.url });
  await whileRunning(worker, proxy.triedAgain());
  proxy.goOn();
  await worker.ready;
});

test("an ingress process that starts while the database is away waits for it", async ({ databaseUrl }) => {
  await using proxy = await startLosingProxy(roleUrl(databaseUrl, "ingress"));
  await using ingress = await startIngressProcess(databaseUrl, { DATABASE_URL: proxy.url });
  const ended = ingress.ended.then(() => Promise.reject(new Error(ingress.log())));
  await Promise.race([ended, proxy.triedAgain()]);
  proxy.goOn();
  await ingress.ready;
});

test("a process counts what the running ones may need, of which few are open yet", async () => {
  // A server of its own: what is promised here is not there for other tests.
  const postgres = await startThrowawayPostgres({ durable: false });
  try {
    await migrate(postgres.url);
    const { urls } = await openRoles({ url: postgres.url, secret: randomUUID(), isOurs: true });
    const concurrency = { WORKER_CONCURRENCY: "200", WEBHOOK_CONCURRENCY: "40" };
    const promised = connectionsOf(queues, { workerConcurrency: 200, webhookConcurrency: 40, ...usual });
    await using worker = startWorkerProcess(postgres.url, { ...concurrency, DATABASE_URL: urls.workers });
    await worker.ready;
    await using ingress = await startIngressProcess(postgres.url, {
      DATABASE_URL: urls.ingress,
      DATABASE_POOL_SIZE: "950",
    });
    ingress.ready.catch(() => {});
    expect(await ingress.ended).toEqual({ code: 1, signal: null });
    expect(ingress.log()).toContain(`${promised} promised to running processes and `);
    await using small = await startIngressProcess(postgres.url, { DATABASE_URL: urls.ingress });
    await small.ready;
  } finally {
    await postgres.stop();
  }
});
