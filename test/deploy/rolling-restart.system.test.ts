import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { bearer, beginSession } from "../checkout/checkout-records.ts";
import { createMember, type Member } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  type IngressProcess,
  startIngressProcess,
  startWorkerProcess,
} from "../helpers/platform/start-process.ts";
import { supervise, type Supervised } from "../helpers/platform/supervise.ts";
import { balancesOf, createLink, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { findTransfers } from "../payouts/accept-test-payouts.ts";
import { hasProgram } from "./has-program.ts";
import { startHaproxy, type Haproxy } from "./start-haproxy.ts";

const hasHaproxy = await hasProgram("haproxy", "Restarts behind a load balancer are not tested");
/** Only what hangs takes so long. */
const timeout = 240_000;

/** HAProxy needs 2.5 s to notice. Few connections: four processes share PostgreSQL with other tests. */
const small = { DATABASE_POOL_SIZE: "4", SHUTDOWN_NOTICE_MS: "4000", TRUSTED_PROXY_HOPS: "1" };
const few = { WORKER_CONCURRENCY: "4", WEBHOOK_CONCURRENCY: "2" };
/** Between two requests of a lane: with these lanes about 60 requests a second, below every limit. */
const PAUSE_MS = 80;
const LANES = { payouts: 3, reads: 3, streams: 4 };
const bankCode = "058";
const accountNumber = "0123456789";
const destination = { bankCode, accountNumber, accountName: sandboxAccountName(bankCode, accountNumber) };
const amount = 1_000;

describe.runIf(hasHaproxy)(
  "each process is restarted in turn behind HAProxy, under load",
  { timeout },
  () => {
    test("no request fails, every payout is sent once, and the books agree", async ({
      database,
      databaseUrl,
    }) => {
      const available = 100_000_000n;
      const member = await createMember(database, { available });
      const ports = [await findFreePort(), await findFreePort()] as const;
      const startIngress = (port: number) =>
        supervise(() => startIngressProcess(databaseUrl, { ...small, PORT: `${port}` }));
      const startWorkers = () => supervise(() => startWorkerProcess(databaseUrl, few));
      await using ingress1 = await startIngress(ports[0]);
      await using ingress2 = await startIngress(ports[1]);
      await using workers1 = await startWorkers();
      await using workers2 = await startWorkers();
      for (const each of [workers1, workers2, ingress1, ingress2]) await each.current().ready;
      await using haproxy = await startHaproxy(ports);
      await untilServed(ingress1, haproxy, member);
      await untilServed(ingress2, haproxy, member);
      const slug = await createLink(database, member.tenant, { linkType: "reusable" });
      const { token } = await beginSession(ingress1.current(), slug);

      const load = startLoad(haproxy, member, `/pay/${slug}/session/events`, token);
      const restartIngress = async (ingress: Supervised<IngressProcess>) => {
        const before = ingress.current();
        before.signal("SIGTERM");
        await before.ended;
        await eventually(() => expect(ingress.current()).not.toBe(before));
        await untilServed(ingress, haproxy, member);
      };
      await Promise.all([
        (async () => {
          await restartIngress(ingress1);
          await restartIngress(ingress2);
        })(),
        (async () => {
          for (const workers of [workers1, workers2]) {
            const before = workers.current();
            before.signal("SIGTERM");
            await before.ended;
            await eventually(() => expect(workers.current()).not.toBe(before));
            await workers.current().ready;
          }
        })(),
      ]);
      const { failures, references, requests, streamsOpened } = await load.stop();

      // Nor did HAProxy respond with 5xx to anything, and it had noticed each process before its port was closed.
      const serverErrors = haproxy.output().match(/ (?:-?\d+\/){3}-?\d+ 5\d\d .*/g) ?? [];
      expect([failures, serverErrors]).toEqual([[], []]);
      expect(haproxy.output()).toMatch(
        /ingress-1 is DOWN[^]*ingress-1 is UP[^]*ingress-2 is DOWN[^]*ingress-2 is UP/,
      );
      expect(haproxy.output()).not.toMatch(/Connection refused/);
      for (const each of [ingress1, ingress2, workers1, workers2])
        expect(each.endings).toEqual([{ code: 0, signal: null }]);
      // Each stream was opened again at least once, at another process.
      expect(streamsOpened).toBeGreaterThan(LANES.streams);
      expect(requests).toBeGreaterThan(100);

      const payouts = () =>
        database.any(sql.type(z.object({ reference: z.string(), status: z.string() }))`
        select reference, status from payouts order by reference`);
      await eventually(async () => {
        const open = (await payouts()).filter(({ status }) => status !== "succeeded");
        expect(open).toEqual([]);
      });
      const sorted = references.toSorted();
      expect((await payouts()).map(({ reference }) => reference)).toEqual(sorted);
      expect(await findTransfers(database)).toEqual(
        sorted.map((reference) => ({ reference, times_sent: 1 })),
      );
      const left = available - BigInt(references.length * amount);
      expect(await balancesOf(database, member.tenant)).toEqual({ available: Number(left), reserved: 0 });
      expect(await ledgerDrift(database)).toEqual([]);
    });
  },
);

/** Waits until HAProxy has sent a request to the process that runs now. */
async function untilServed(
  ingress: Supervised<IngressProcess>,
  { send }: Haproxy,
  { key }: Member,
): Promise<void> {
  await ingress.current().ready;
  await eventually(async () => {
    const response = await send("/v1/banks", bearer(key));
    await response.body?.cancel();
    expect(ingress.current().log()).toContain('"route":"/v1/banks"');
  });
}

type Outcome = { failures: string[]; references: string[]; requests: number; streamsOpened: number };

/** Merchants who pay and read, and payers who wait, all through HAProxy, until stopped. */
function startLoad({ send }: Haproxy, { key }: Member, stream: string, token: string) {
  const outcome: Outcome = { failures: [], references: [], requests: 0, streamsOpened: 0 };
  const stopping = new AbortController();
  const { signal } = stopping;

  /** A lane's requests, one after the other. What fails is said, with what was asked. */
  async function lane(what: string, act: (nth: number) => Promise<void>): Promise<void> {
    for (let nth = 0; !signal.aborted; nth += 1) {
      await act(nth).catch((error: Error) => {
        if (!signal.aborted) outcome.failures.push(`${what}: ${error.message} ${String(error.cause ?? "")}`);
      });
      await sleep(PAUSE_MS);
    }
  }

  async function ask(path: string, init: Parameters<typeof send>[1], status: number): Promise<unknown> {
    outcome.requests += 1;
    const response = await send(path, init);
    const text = await response.text();
    if (response.status !== status) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }

  async function payOut(): Promise<void> {
    const body = JSON.stringify({ amount: { value: amount, currency: "NGN" }, destination });
    const headers = {
      ...bearer(key).headers,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    const made = await ask("/v1/payouts", { method: "POST", headers, body }, 201);
    outcome.references.push(
      z.object({ data: z.object({ reference: z.string() }) }).parse(made).data.reference,
    );
  }

  async function read(nth: number): Promise<void> {
    const reference = outcome.references.at(-1);
    const path = nth % 2 === 0 || reference === undefined ? "/v1/balances" : `/v1/payouts/${reference}`;
    await ask(path, bearer(key), 200);
  }

  /** Opens a stream again whenever it ends, as a browser does. */
  async function watch(): Promise<void> {
    const response = await send(stream, { ...bearer(token), signal });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    outcome.streamsOpened += 1;
    await response.text();
  }

  const each = (count: number, what: string, act: (nth: number) => Promise<void>) =>
    Array.from({ length: count }, () => lane(what, act));
  const lanes = Promise.all([
    ...each(LANES.payouts, "payout", payOut),
    ...each(LANES.reads, "read", read),
    ...each(LANES.streams, "stream", watch),
  ]);
  return {
    async stop(): Promise<Outcome> {
      stopping.abort();
      await lanes;
      return outcome;
    },
  };
}
