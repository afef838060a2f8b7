import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { emitTestEvent } from "../../sql/webhooks/events/events.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { eventually } from "../helpers/eventually.ts";
import { createFundedMerchant, findEvents, ledgerDrift, setEndpoint } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { acceptTestPayout } from "../payouts/accept-test-payouts.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";
import { startWorkerProcess, type WorkerProcess } from "../helpers/platform/start-process.ts";
import { supervise } from "../helpers/platform/supervise.ts";

const MERCHANTS = 20;
/** As many as time allows; SOAK_EVENTS=10000 takes some two minutes. */
const EVENTS = Number(process.env.SOAK_EVENTS ?? 1_000);
/** Processes to kill before a run has shown anything. */
const KILLS = 4;
const many = { WORKER_CONCURRENCY: "2", WEBHOOK_CONCURRENCY: "8" };

const count = (database: Database, condition: ReturnType<typeof sql.fragment>) =>
  database.oneFirst(sql.type(z.object({ n: z.number() }))`
    select count(*)::integer as n from events where ${condition}`);

/** Kills one process after another until told to stop; each is started again. */
function killThroughout(processes: { current(): WorkerProcess }[]) {
  const stop = new AbortController();
  const killing = (async () => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const process = processes[n % processes.length]!.current();
      await process.ready.catch(() => {});
      // In the midst of its work, however long it took to start.
      await sleep(1_500);
      process.signal("SIGKILL");
    }
  })();
  return async () => {
    stop.abort();
    await killing;
  };
}

describe("webhooks of workers that are killed", () => {
  test(
    "none of thousands of events is lost, and each is delivered under its own id",
    { timeout: 300_000 },
    async ({ database, databaseUrl }) => {
      await using receiver = await startReceiver();
      const tenants = await Promise.all(
        Array.from({ length: MERCHANTS }, () => createFundedMerchant(database)),
      );
      for (const tenant of tenants) await setEndpoint(database, tenant, receiver.url);
      await using first = await supervise(() => startWorkerProcess(databaseUrl, many));
      await using second = await supervise(() => startWorkerProcess(databaseUrl, many));
      const endKilling = killThroughout([first, second]);

      // A fast machine always has work when a worker is killed, and a slow one never more than it can finish.
      const perMerchant = 25;
      let emitted = 0;
      while (emitted < EVENTS || first.endings.length + second.endings.length < KILLS) {
        if ((await count(database, sql.fragment`delivery_status = 'pending'`)) > EVENTS / 2) {
          await sleep(200);
          continue;
        }
        for (const { merchantId } of tenants) {
          await database.query(sql.type(z.object({}))`
          select emit_event(${merchantId}, 'test', 'payout.succeeded', '{}') from generate_series(1, ${perMerchant})`);
        }
        emitted += MERCHANTS * perMerchant;
      }
      await endKilling();
      await eventually(
        async () => expect(await count(database, sql.fragment`delivery_status = 'delivered'`)).toBe(emitted),
        180_000,
      );

      const heard = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
      const references = await database.anyFirst(
        sql.type(z.object({ reference: z.string() }))`select reference from events`,
      );
      expect(references.filter((reference) => !heard.has(reference))).toEqual([]);
      expect(heard.size).toBe(emitted);
    },
  );

  test(
    "an event whose delivery was interrupted is delivered again within a minute",
    { timeout: 180_000 },
    async ({ database, databaseUrl }) => {
      await using receiver = await startReceiver((response, _request, index) => {
        if (index > 0) response.end();
      });
      const tenant = await createFundedMerchant(database);
      await setEndpoint(database, tenant, receiver.url);
      await emitTestEvent(database, { tenant });
      await using victim = startWorkerProcess(databaseUrl);
      await eventually(() => expect(receiver.requests).toHaveLength(1));
      victim.signal("SIGKILL");
      await victim.ended;

      await using _next = await startTestWorkers(databaseUrl);
      await eventually(
        async () =>
          expect((await findEvents(database, "webhook.test"))[0]?.delivery_status).toBe("delivered"),
        60_000,
      );
      const [one, two] = receiver.requests;
      expect(two!.body.equals(one!.body)).toBe(true);
      expect(two!.headers["webhook-id"]).toBe(one!.headers["webhook-id"]);
    },
  );
});

describe("events of workers that are killed", () => {
  test(
    "exist if and only if the change they report was committed",
    { timeout: 300_000 },
    async ({ database, databaseUrl }) => {
      await using receiver = await startReceiver();
      const tenant = await createFundedMerchant(database, 1_000_000n);
      await setEndpoint(database, tenant, receiver.url);
      await using workers = await supervise(() => startWorkerProcess(databaseUrl, many));
      const endKilling = killThroughout([workers]);
      // Paid, rejected, and paid and reversed.
      const accounts = ["0123456789", "0000000001", "0000000003"];
      for (let n = 0; n < 60; n += 1) {
        await acceptTestPayout(database, tenant, accounts[n % accounts.length]);
        await sleep(100);
      }
      await eventually(() => expect(workers.endings.length).toBeGreaterThan(1), 120_000);
      await endKilling();

      const finalStates = sql.fragment`('failed', 'reversed')`;
      await eventually(async () => {
        const open = await database.oneFirst(sql.type(z.object({ n: z.number() }))`
        select count(*)::integer as n from payouts
        where not (status in ${finalStates} or (status = 'succeeded' and account_number = '0123456789'))`);
        expect(open).toBe(0);
      }, 120_000);

      // What must have been told of each payout, by its state, against what was told.
      const rows = await database.any(sql.type(z.object({ told: z.string(), expected: z.string() }))`
      select coalesce((
          select string_agg(e.type, ' ' order by e.id) from events e
          where event_body(e)::json -> 'data' ->> 'reference' = p.reference
        ), '') as told,
        case p.status
          when 'succeeded' then 'payout.succeeded'
          when 'failed' then 'payout.failed'
          when 'reversed' then 'payout.succeeded payout.reversed'
        end as expected
      from payouts p`);
      expect(rows).toHaveLength(60);
      expect(rows.filter(({ told, expected }) => told !== expected)).toEqual([]);
      expect(await count(database, sql.fragment`type like 'payout.%'`)).toBe(80);
      expect(await ledgerDrift(database)).toEqual([]);
    },
  );
});
