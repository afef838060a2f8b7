import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout, findPayout, findTransfers } from "../payouts/accept-test-payouts.ts";
import { addJob, emptyQueue, findJobs } from "./queued-jobs.ts";
import { eventually } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startWorkerProcess } from "../helpers/platform/start-process.ts";
import { supervise } from "../helpers/platform/supervise.ts";

/** Only what hangs takes so long: processes have to start, however busy the machine is. */
const HANGS_MS = 60_000;
/** For a whole test, which waits for several of them. */
const timeout = 180_000;

const small = { WORKER_CONCURRENCY: "2", WEBHOOK_CONCURRENCY: "1" };

async function statusOf(path: "/healthz" | "/readyz", port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status;
}

/** Waits until a heartbeat job completes: the age of the last one drops. */
async function untilHeartbeat(port: number): Promise<void> {
  let age = 0;
  await eventually(async () => {
    const before = age;
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    age = z.object({ lastHeartbeatMsAgo: z.number() }).parse(await response.json()).lastHeartbeatMsAgo;
    expect(age).toBeLessThan(before);
  }, HANGS_MS);
}

describe.concurrent("the connection is cut while a job is released", { timeout }, () => {
  test("after success: the process ends, and the job runs again without effect", async ({
    database,
    databaseUrl,
  }) => {
    await using proxy = await startProxy(databaseUrl);
    const tenant = await createFundedMerchant(database, 5_000n);
    const reference = await acceptTestPayout(database, tenant);
    await emptyQueue(database, "execute_payout");
    proxy.cutAt("complete_job");

    await using workers = await supervise(() => startWorkerProcess(proxy.url, small));
    await eventually(async () => {
      expect(workers.endings[0]).toEqual({ code: 1, signal: null });
      expect((await findPayout(database, reference)).status).toBe("succeeded");
      expect(await findJobs(database)).toEqual([]);
    }, HANGS_MS);
    expect(proxy.cuts()).toBe(1);
    expect(await findTransfers(database)).toEqual([{ reference, times_sent: 1 }]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("after failure: the process ends, and the job is tried again", async ({ database, databaseUrl }) => {
    await using proxy = await startProxy(databaseUrl);
    await addJob(database, "execute_payout", { id: "not a number" }, 2);
    proxy.cutAt("fail_job");

    await using workers = await supervise(() => startWorkerProcess(proxy.url, small));
    await eventually(async () => {
      expect(workers.endings[0]).toEqual({ code: 1, signal: null });
      const [job] = await findJobs(database);
      expect(job).toMatchObject({ attempts: 2, locked: false });
      expect(job!.last_error).toContain("expected number");
    }, HANGS_MS);
  });
});

describe.concurrent("the database goes away", { timeout }, () => {
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

  test("and comes back, three times in different ways: work continues by itself", async ({
    database,
    databaseUrl,
  }) => {
    await using proxy = await startProxy(databaseUrl);
    const tenant = await createFundedMerchant(database, 5_000n);
    await using workers = await supervise(() => startWorkerProcess(proxy.url, small));
    for (const [fault, inflict] of Object.entries(faults)) {
      await workers.current().ready;
      await inflict(proxy);

      const reference = await acceptTestPayout(database, tenant);
      await eventually(
        async () =>
          expect([fault, (await findPayout(database, reference)).status]).toEqual([fault, "succeeded"]),
        HANGS_MS,
      );
      await eventually(async () => expect(await findJobs(database)).toEqual([]), HANGS_MS);
    }
    expect((await findTransfers(database)).map(({ times_sent: sent }) => sent)).toEqual([1, 1, 1]);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("a runner whose first query to the queue fails would never take a job: the process ends", async ({
    databaseUrl,
  }) => {
    await using proxy = await startProxy(databaseUrl);
    proxy.cutAt('insert into "queue_test_money"._private_tasks');
    await using worker = startWorkerProcess(proxy.url, small);
    expect(await worker.ended).toEqual({ code: 1, signal: null });
    expect(proxy.cuts()).toBe(1);
  });

  test("a process is alive, but not ready, while no job gets done", async ({ databaseUrl }) => {
    await using proxy = await startProxy(databaseUrl);
    await using worker = startWorkerProcess(proxy.url, small);
    const { healthPort } = await worker.ready;
    await untilHeartbeat(healthPort);
    expect(await statusOf("/readyz", healthPort)).toBe(200);

    proxy.mode("swallow");
    // A process that lost the release of a job at that moment ends by itself, as clear a sign.
    await eventually(async () => {
      const ready = statusOf("/readyz", healthPort).catch(() => "gone");
      expect(await Promise.race([ready, worker.ended])).not.toBe(200);
    }, HANGS_MS);
    expect([200, "gone"]).toContain(await statusOf("/healthz", healthPort).catch(() => "gone"));
  });
});
