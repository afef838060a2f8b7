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

/** At least; SOAK_PAYOUTS has it play more. */
const PAYOUTS = Number(process.env.SOAK_PAYOUTS ?? 60);
/** Processes to kill before a run has shown anything. */
const KILLS = 3;
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
    "exist if and only if the change they report was committed, and each is delivered under its own id",
    { timeout: 300_000 },
    async ({ database, databaseUrl }) => {
      await using receiver = await startReceiver();
      const tenant = await createFundedMerchant(database, 1_000_000_000n);
      await setEndpoint(database, tenant, receiver.url);
      await using first = await supervise(() => startWorkerProcess(databaseUrl, many));
      await using second = await supervise(() => startWorkerProcess(databaseUrl, many));
      const endKilling = killThroughout([first, second]);
      // Paid, rejected, and paid and reversed. A fast machine has work until enough workers were killed.
      const accounts = ["0123456789", "0000000001", "0000000003"];
      let payouts = 0;
      while (payouts < PAYOUTS || first.endings.length + second.endings.length < KILLS) {
        for (const account of accounts) await acceptTestPayout(database, tenant, account);
        payouts += accounts.length;
        await sleep(300);
      }
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
      expect(rows).toHaveLength(payouts);
      expect(rows.filter(({ told, expected }) => told !== expected)).toEqual([]);
      const events = (payouts / accounts.length) * 4;
      expect(await count(database, sql.fragment`type like 'payout.%'`)).toBe(events);
      await eventually(
        async () =>
          expect(
            await count(database, sql.fragment`type like 'payout.%' and delivery_status = 'delivered'`),
          ).toBe(events),
        180_000,
      );
      const heard = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
      const references = await database.anyFirst(sql.type(z.object({ reference: z.string() }))`
        select reference from events where type like 'payout.%'`);
      expect(references.filter((reference) => !heard.has(reference))).toEqual([]);
      expect(await ledgerDrift(database)).toEqual([]);
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
