import { describe, expect } from "vitest";
import { z } from "zod";
import { sql } from "../../sql/process/sql-tag.ts";
import { sandboxAccounts } from "../../workers/gateways/sandbox/outcomes.ts";
import { createFundedMerchant, findEvents, ledgerDrift, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayouts, findTransfers } from "../payouts/accept-test-payouts.ts";
import { readConfig } from "../../workers/config.ts";
import { requireReadyDatabase } from "../../workers/queue/require-ready-database.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { findJobs } from "./queued-jobs.ts";
import { eventually } from "../helpers/eventually.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";

/** Only what hangs takes so long: processes have to start, however busy the machine is. */
const HANGS_MS = 60_000;
/** For a whole test, which waits for several of them. */
const timeout = 180_000;

const slow = { accountNumber: sandboxAccounts.payoutTimesOut };

/** What a process in production has in its environment. */
const productionOf = (databaseUrl: string) => ({
  NODE_ENV: "production",
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: "https://pay.example.com",
  SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
});

describe.concurrent("stopping the workers", { timeout }, () => {
  test("SIGTERM under load: running jobs finish, none stays locked, exit 0", async ({
    database,
    databaseUrl,
  }) => {
    await using receiver = await startReceiver((response) =>
      setTimeout(() => response.writeHead(200).end(), 300),
    );
    const tenant = await createFundedMerchant(database, 500_000n);
    await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayouts(database, tenant, { ...slow, count: 200 });
    await acceptTestPayouts(database, tenant, { count: 40 });

    await using worker = startWorkerProcess(databaseUrl);
    await eventually(async () => expect((await findTransfers(database)).length).toBeGreaterThan(4), HANGS_MS);
    worker.signal("SIGTERM");
    expect(await worker.ended).toEqual({ code: 0, signal: null });

    const transfers = await findTransfers(database);
    expect(transfers.length).toBeLessThan(200);
    expect(transfers.every((transfer) => transfer.times_sent === 1)).toBe(true);
    const left = await findJobs(database);
    expect(left).not.toEqual([]);
    expect(left.filter((job) => job.locked || job.attempts > 0)).toEqual([]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a second signal ends it at once", async ({ database, databaseUrl }) => {
    await using receiver = await startReceiver(() => {}); // a delivery that would keep it for 15 s
    const tenant = await createFundedMerchant(database, 5_000n);
    await setEndpoint(database, tenant, receiver.url);
    await acceptTestPayouts(database, tenant);
    await using worker = startWorkerProcess(databaseUrl);
    await eventually(() => expect(receiver.requests).not.toEqual([]), HANGS_MS);

    worker.signal("SIGTERM");
    await eventually(() => expect(worker.log()).toContain("stopping"), HANGS_MS);
    worker.signal("SIGTERM");
    expect(await worker.ended).toEqual({ code: 1, signal: null });
  });

  test("stops when the process that forked it is gone", async ({ databaseUrl }) => {
    await using worker = startWorkerProcess(databaseUrl);
    await worker.ready;
    worker.disconnect();
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  });

  test("names what is missing and exits with 1 when it cannot start", async ({ databaseUrl }) => {
    await using unset = startWorkerProcess(databaseUrl, { SERVICE_ENCRYPTION_KEY: "" });
    await expect(unset.ready).rejects.toThrow("SERVICE_ENCRYPTION_KEY");
    const elsewhere = new URL(databaseUrl);
    elsewhere.pathname = "/postgres";
    await using unmigrated = startWorkerProcess(elsewhere.href);
    await expect(unmigrated.ready).rejects.toThrow("npm run migrate");
    expect((await unmigrated.ended).code).toBe(1);
  });
});

test("neither workers nor ingress start in production as a superuser or the tables' owner, and say who they should be", async ({
  databaseUrl,
}) => {
  const env = productionOf(databaseUrl);
  const refusal = (role: string) =>
    new RegExp(
      `names the user \\w+, who (is a superuser|owns the tables).*_${role}, which npm run migrate makes`,
    );
  await expect(requireReadyDatabase(readConfig(env))).rejects.toThrow(refusal("workers"));
  await expect(startTestIngress(databaseUrl, {}, env)).rejects.toThrow(refusal("ingress"));
});

test("does not start in production on a database that may lose commits", async ({
  database,
  databaseUrl,
}) => {
  const name = sql.identifier([new URL(databaseUrl).pathname.slice(1)]);
  await database.query(sql.type(z.object({}))`alter database ${name} set synchronous_commit = off`);
  const config = readConfig(productionOf(roleUrl(databaseUrl, "workers")));
  await expect(requireReadyDatabase(config)).rejects.toThrow("synchronous_commit");
});

test(
  "SIGKILL while 100 payouts execute: after a restart all are final within a minute, each sent to one effect",
  async ({ database, databaseUrl }) => {
    await using receiver = await startReceiver();
    const tenant = await createFundedMerchant(database, 500_000n);
    await setEndpoint(database, tenant, receiver.url);
    const references = [
      ...(await acceptTestPayouts(database, tenant, { ...slow, count: 80 })),
      ...(await acceptTestPayouts(database, tenant, { count: 20 })),
    ];

    await using first = startWorkerProcess(databaseUrl);
    await using second = startWorkerProcess(databaseUrl);
    await eventually(
      async () => expect((await findTransfers(database)).length).toBeGreaterThan(10),
      HANGS_MS,
    );
    first.signal("SIGKILL");
    second.signal("SIGKILL");
    await Promise.all([first.ended, second.ended]);
    expect((await findJobs(database)).filter((job) => job.locked)).not.toEqual([]);

    await using _third = await startTestWorkers(databaseUrl);
    await using _fourth = await startTestWorkers(databaseUrl);
    await eventually(async () => {
      const open = sql.type(z.object({ n: z.number() }))`
        select count(*)::integer as n from payouts where status <> 'succeeded'`;
      expect(await database.oneFirst(open)).toBe(0);
    }, HANGS_MS);

    expect((await findTransfers(database)).map(({ reference }) => reference)).toEqual([...references].sort());
    const events = await findEvents(database, "payout.succeeded");
    expect(events).toHaveLength(100);
    await eventually(async () => {
      expect(
        (await findEvents(database, "payout.succeeded")).every(
          (event) => event.delivery_status === "delivered",
        ),
      ).toBe(true);
      expect((await findJobs(database)).filter((job) => job.locked)).toEqual([]);
    }, HANGS_MS);
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(100);
    expect(await ledgerDrift(database)).toEqual([]);
  },
  timeout,
);
