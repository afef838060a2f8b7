import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { sandboxAccountName } from "../../workers/gateways/sandbox/account-name.ts";
import { createMember, type Member } from "../helpers/create-member.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { eventually } from "../helpers/eventually.ts";
import { startIngressProcess, startWorkerProcess, whileRunning } from "../helpers/platform/start-process.ts";
import { balancesOf, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { findTransfers } from "../payouts/accept-test-payouts.ts";
import { hasProgram } from "./has-program.ts";
import { startDatabaseHaproxy } from "./start-database-haproxy.ts";
import { startPgbouncer } from "./start-pgbouncer.ts";

const hasPrograms =
  (await hasProgram("pgbouncer", "Restarts of PgBouncer are not tested")) &&
  (await hasProgram("haproxy", "Restarts of PgBouncer are not tested"));
const timeout = 240_000;
const LANES = 4;
const bankCode = "058";
const accountNumber = "0123456789";
const destination = { bankCode, accountNumber, accountName: sandboxAccountName(bankCode, accountNumber) };

describe.runIf(hasPrograms)(
  "each of two PgBouncers is restarted in turn behind HAProxy, under load",
  { timeout },
  () => {
    test("every request is done or can be sent again, every payout is sent once, and the books agree", async ({
      database,
      databaseUrl,
    }) => {
      const available = 100_000_000n;
      const member = await createMember(database, { available });
      const ports = [await findFreePort(), await findFreePort()] as const;
      await using first = await startPgbouncer(databaseUrl, { port: ports[0] });
      await using second = await startPgbouncer(databaseUrl, { port: ports[1] });
      await using haproxy = await startDatabaseHaproxy(ports);
      const urls = (role: "ingress" | "workers") => {
        const pooled = new URL(roleUrl(databaseUrl, role));
        pooled.host = haproxy.pooled;
        return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: roleUrl(databaseUrl, role) };
      };
      const few = { WORKER_CONCURRENCY: "4", WEBHOOK_CONCURRENCY: "2" };
      await using worker = startWorkerProcess(databaseUrl, { ...urls("workers"), ...few });
      await using ingress = await startIngressProcess(databaseUrl, {
        ...urls("ingress"),
        DATABASE_POOL_SIZE: "4",
      });
      await Promise.all([worker.ready, ingress.ready]);

      const load = startLoad(ingress.url, member);
      for (const [index, pgbouncer] of [first, second].entries()) {
        const before = load.accepted();
        await eventually(() => expect(load.accepted()).toBeGreaterThan(before + 10));
        await pgbouncer.stop();
        await haproxy.sees(index, "DOWN");
        await pgbouncer.startAgain();
        await haproxy.sees(index, "UP");
      }
      const after = load.accepted();
      await eventually(() => expect(load.accepted()).toBeGreaterThan(after + 10));
      const { references, refusals } = await load.stop();

      // Nothing but what says that it may be sent again: 500 and 503 of the ingress, each with the envelope.
      expect(refusals.filter((code) => !["SERVICE_UNAVAILABLE", "INTERNAL_ERROR"].includes(code))).toEqual(
        [],
      );
      const payouts = () =>
        database.any(sql.type(z.object({ reference: z.string(), status: z.string() }))`
        select reference, status from payouts order by reference`);
      await whileRunning(
        worker,
        eventually(async () => {
          expect((await payouts()).filter(({ status }) => status !== "succeeded")).toEqual([]);
        }),
      );
      const sorted = references.toSorted();
      expect((await payouts()).map(({ reference }) => reference)).toEqual(sorted);
      expect(await findTransfers(database)).toEqual(
        sorted.map((reference) => ({ reference, times_sent: 1 })),
      );
      expect(await balancesOf(database, member.tenant)).toEqual({
        available: Number(available) - sorted.length * 1_000,
        reserved: 0,
      });
      expect(await ledgerDrift(database)).toEqual([]);
    });
  },
);

/** Merchants who pay out, each request with its own Idempotency-Key until it is accepted. */
function startLoad(url: string, { key }: Member) {
  const references: string[] = [];
  const refusals: string[] = [];
  let stopping = false;
  const reply = z.union([
    z.object({ data: z.object({ reference: z.string() }) }),
    z.object({ error: z.object({ code: z.string() }) }),
  ]);

  async function payOut(): Promise<void> {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    const body = JSON.stringify({ amount: { value: 1_000, currency: "NGN" }, destination });
    for (;;) {
      const response = await fetch(`${url}/v1/payouts`, { method: "POST", headers, body });
      const answer = reply.parse(await response.json());
      if ("data" in answer) return void references.push(answer.data.reference);
      refusals.push(answer.error.code);
      if (response.status < 500) return;
    }
  }
  const lanes = Promise.all(
    Array.from({ length: LANES }, async () => {
      while (!stopping) await payOut();
    }),
  );
  return {
    accepted: () => references.length,
    stop: async () => {
      stopping = true;
      await lanes;
      return { references, refusals };
    },
  };
}
