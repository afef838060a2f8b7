import { describe, expect, test as plainTest, vi } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { reconcile } from "../helpers/reconcile.ts";
import { createPayoutCalls } from "../../workers/payouts/payout-calls.ts";
import { createDirectDelivery } from "../../workers/webhooks/direct-delivery.ts";
import { eventually } from "../helpers/eventually.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import {
  createFundedMerchant,
  createVirtualAccount,
  findEvents,
  ledgerDrift,
  payIn,
  setEndpoint,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { claimPayout } from "../helpers/worker-steps.ts";
import { acceptTestPayout, acceptTestPayouts, findPayout } from "../payouts/accept-test-payouts.ts";
import { findJobs } from "../queue/queued-jobs.ts";

const HANGS_MS = 60_000;

/** Finishes a payout as a worker process does whose direct delivery has room or not. */
async function finishOne(database: Database, hasRoom: boolean, url = "https://example.com/hooks") {
  const tenant = await createFundedMerchant(database, 5_000n);
  if (url !== "") await setEndpoint(database, tenant, url);
  const { id } = await findPayout(database, await acceptTestPayout(database, tenant));
  const deliver = vi.fn<(eventId: bigint) => void>();
  const calls = createPayoutCalls(database, undefined, { hasRoom: () => hasRoom, deliver });
  const claim = await claimPayout(database, id);
  expect(await calls.finish(claim!, { kind: "succeeded" })).toBe("done");
  expect(await calls.finish(claim!, { kind: "succeeded" })).toBe("stale");
  return deliver;
}

const deliveryJobs = async (database: Database) =>
  (await findJobs(database)).filter(({ task }) => task === "deliver_webhook").map(({ key }) => key);
const ids = (database: Database) =>
  database.anyFirst(sql.type(z.object({ id: z.bigint() }))`
    select id from events where type = 'payout.succeeded' order by id`);

describe("the event of a finished payout", () => {
  test("reaches its receiver, once, although no job to deliver it can be added", async ({
    database,
    databaseUrl,
  }) => {
    await using receiver = await startReceiver((response) => response.writeHead(200).end());
    const tenant = await createFundedMerchant(database, 50_000n);
    await setEndpoint(database, tenant, receiver.url);
    await database.query(sql.type(z.object({}))`
      alter table queue_test_webhooks._private_jobs add constraint no_jobs check (false) not valid`);
    await using _ = await startTestWorkers(databaseUrl);
    const references = await acceptTestPayouts(database, tenant, { count: 3 });
    await eventually(
      async () =>
        expect(await findEvents(database, "payout.succeeded")).toMatchObject(
          references.map(() => ({ delivery_status: "delivered" })),
        ),
      HANGS_MS,
    );
    expect(receiver.requests).toHaveLength(3);
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("is delivered by the process that finished it if that has room, and by a job otherwise", async ({
    database,
  }) => {
    const direct = await finishOne(database, true);
    expect(await deliveryJobs(database)).toEqual([]);
    expect(direct.mock.calls).toEqual([await ids(database)]);

    const queued = await finishOne(database, false);
    const [, second] = await ids(database);
    expect(await deliveryJobs(database)).toEqual([`deliver_webhook:${second}`]);
    expect(queued).not.toHaveBeenCalled();
  });

  test("gets its job from the sweep if its process died before it delivered it", async ({ database }) => {
    await finishOne(database, true);
    await database.query(
      sql.type(z.object({}))`update events set next_attempt_at = next_attempt_at - interval '2 s'`,
    );
    await reconcile(database, { environment: "test" });
    const [id] = await ids(database);
    expect(await deliveryJobs(database)).toEqual([`deliver_webhook:${id}`]);
  });

  test("is aborted together with the jobs when a shutdown waits no longer", async ({
    database,
    databaseUrl,
  }) => {
    const graceMs = 5_000;
    const ended: number[] = [];
    await using receiver = await startReceiver(
      (response) => void response.on("close", () => ended.push(performance.now())),
    );
    const [direct, queued] = [
      await createFundedMerchant(database, 50_000n),
      await createFundedMerchant(database),
    ];
    for (const tenant of [direct, queued]) await setEndpoint(database, tenant, receiver.url);
    const account = await createVirtualAccount(database, queued, 900n);
    {
      await using _workers = await startTestWorkers(databaseUrl, { SHUTDOWN_GRACE_MS: `${graceMs}` });
      await acceptTestPayout(database, direct);
      await payIn(database, account.reference, 900n);
      await eventually(() => expect(receiver.requests).toHaveLength(2));
      expect(await deliveryJobs(database)).toHaveLength(1);
    }
    expect(ended).toHaveLength(2);
    expect(ended[1]! - ended[0]!).toBeLessThan(graceMs / 2);
  });

  test("is nobody's to deliver without an endpoint", async ({ database }) => {
    expect(await finishOne(database, true, "")).not.toHaveBeenCalled();
  });
});

describe("direct deliveries", () => {
  const start = (
    deliver: (eventId: bigint, signal: AbortSignal) => Promise<void>,
    shutdownGraceMs = HANGS_MS,
  ) => {
    const errors: unknown[] = [];
    const direct = createDirectDelivery({
      deliver,
      limitMs: HANGS_MS,
      most: 2,
      shutdownGraceMs,
      onStuck: () => {},
      onError: (error) => errors.push(error),
    });
    return { direct, errors };
  };

  plainTest(
    "have room until as many are in progress, and again once one ended, however it ended",
    async () => {
      const first = Promise.withResolvers<void>();
      const { direct, errors } = start((id) => (id === 1n ? first.promise : new Promise(() => {})));
      direct.deliver(1n);
      expect(direct.hasRoom()).toBe(true);
      direct.deliver(2n);
      expect(direct.hasRoom()).toBe(false);
      first.reject(new Error("the database refused"));
      await eventually(() => expect(direct.hasRoom()).toBe(true));
      expect(errors).toEqual([new Error("the database refused")]);
    },
  );

  plainTest("stop once all have ended, and take no others", async () => {
    const last = Promise.withResolvers<void>();
    const jobs = Promise.withResolvers<void>();
    const { direct } = start(() => last.promise);
    const ended: string[] = [];
    const stopped = direct.stop(jobs.promise).then(() => ended.push("stopped"));
    expect(direct.hasRoom()).toBe(false);
    // Of a job that had recorded it without a job of its own.
    direct.deliver(1n);
    last.promise.then(() => ended.push("delivered"));
    jobs.resolve();
    await jobs.promise;
    last.resolve();
    await stopped;
    expect(ended).toEqual(["delivered", "stopped"]);
  });

  plainTest("are aborted when a shutdown waits no longer", async () => {
    const { direct, errors } = start(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      1,
    );
    const jobs = Promise.withResolvers<void>();
    direct.deliver(1n);
    const stopped = direct.stop(jobs.promise);
    await eventually(() => expect(errors).toMatchObject([{ name: "AbortError" }]));
    // Its process ends before it could send anything.
    direct.deliver(2n);
    jobs.resolve();
    await stopped;
    expect(errors).toHaveLength(1);
  });
});
