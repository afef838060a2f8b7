import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, findPayout, findTransfers } from "../payouts/accept-test-payouts.ts";
import { addJob, emptyQueue, findJobs } from "./queued-jobs.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/start-proxy.ts";
import { startWorkerProcess } from "../helpers/start-worker-process.ts";
import { superviseWorkers } from "../helpers/supervise-workers.ts";

const small = { WORKER_CONCURRENCY: "2", WEBHOOK_CONCURRENCY: "1" };

async function health(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
}

describe.concurrent("the connection is cut while a job is released", () => {
  test("after success: the process ends, and the job runs again without effect", async ({
    database,
    databaseUrl,
  }) => {
    await using proxy = await startProxy(databaseUrl);
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant);
    await emptyQueue(database, "execute_payout");
    proxy.cutAt("complete_job");

    await using workers = superviseWorkers(proxy.url, small);
    await eventually(async () => {
      expect(workers.endings).toEqual([{ code: 1, signal: null }]);
      expect((await findPayout(database, reference)).status).toBe("succeeded");
      expect(await findJobs(database)).toEqual([]);
    }, 20_000);
    expect(proxy.cuts()).toBe(1);
    expect(await findTransfers(database)).toEqual([{ reference, times_sent: 1 }]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("after failure: the process ends, and the job is tried again", async ({ database, databaseUrl }) => {
    await using proxy = await startProxy(databaseUrl);
    await addJob(database, "execute_payout", { id: "not a number" });
    proxy.cutAt("fail_job");

    await using workers = superviseWorkers(proxy.url, small);
    await eventually(async () => {
      expect(workers.endings).toEqual([{ code: 1, signal: null }]);
      const [job] = await findJobs(database);
      expect(job).toMatchObject({ attempts: 2, locked: false });
      expect(job!.last_error).toContain("expected number");
    }, 20_000);
  });
});

describe.concurrent("the database goes away", () => {
  const faults = {
    "all connections are cut": async (proxy) => proxy.cutAll(),
    "the network swallows everything for three seconds": async (proxy) => {
      proxy.mode("swallow");
      await sleep(3_000);
      proxy.mode("pass");
    },
    "connections are refused for six seconds": async (proxy) => {
      proxy.mode("refuse");
      await sleep(6_000);
      proxy.mode("pass");
    },
  } satisfies Record<string, (proxy: Awaited<ReturnType<typeof startProxy>>) => Promise<void>>;

  for (const [fault, inflict] of Object.entries(faults)) {
    test(`${fault}: work continues by itself`, async ({ database, databaseUrl }) => {
      await using proxy = await startProxy(databaseUrl);
      const tenant = await createFundedMerchant(database, 5_000n);
      await using workers = superviseWorkers(proxy.url, small);
      await workers.current().ready;
      await inflict(proxy);

      const reference = await acceptTestPayout(database, tenant);
      await eventually(
        async () => expect((await findPayout(database, reference)).status).toBe("succeeded"),
        20_000,
      );
      await eventually(async () => expect(await findJobs(database)).toEqual([]));
      expect(await findTransfers(database)).toHaveLength(1);
      expect(await ledgerDrift(database)).toEqual([]);
    });
  }

  test("a runner whose first query to the queue fails would never take a job: the process ends", async ({
    databaseUrl,
  }) => {
    await using proxy = await startProxy(databaseUrl);
    proxy.cutAt('insert into "graphile_worker"._private_tasks');
    await using worker = startWorkerProcess(proxy.url, small);
    expect(await worker.ended).toEqual({ code: 1, signal: null });
    expect(proxy.cuts()).toBe(1);
  });

  test("the health check fails while no job gets done", async ({ databaseUrl }) => {
    await using proxy = await startProxy(databaseUrl);
    await using worker = startWorkerProcess(proxy.url, small);
    const { healthPort } = await worker.ready;
    await sleep(2_000); // past its first questions to the queue
    expect(await health(healthPort)).toBe(200);

    proxy.mode("swallow");
    // A process that lost the release of a job at that moment ends by itself, as clear a sign.
    await eventually(async () => {
      const sign = await Promise.race([health(healthPort).catch(() => "gone"), worker.ended]);
      expect(sign).not.toBe(200);
    }, 15_000);
  });
});
