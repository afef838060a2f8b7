import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually, possibleWithin } from "../helpers/eventually.ts";
import { destination, queuedJobs, resolveDestination } from "../helpers/records.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

const row = sql.type(z.object({}));

/** Runs `during` while another transaction holds what `lock` locks: statements that need it are slow. */
async function whileLocked(
  database: Database,
  lock: ReturnType<typeof row>,
  during: () => Promise<void>,
): Promise<void> {
  const locked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const held = database.transaction(async (transaction) => {
    await transaction.query(row`set local idle_in_transaction_session_timeout = 0`);
    await transaction.query(lock);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  try {
    await during();
  } finally {
    done.resolve();
    await held;
  }
}

const times = <Result>(count: number, run: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, run));

describe("a key with slow requests", () => {
  test("holds no more than its share of the connections: another merchant gets a response", async ({
    ingress: { call },
    database,
  }) => {
    const slow = await createMember(database);
    const other = await createMember(database);
    const ask = async () => {
      const { status } = await call("GET", "/v1/balances", { key: other.key });
      expect(status).toBe(200);
    };
    await whileLocked(database, row`lock table events in access exclusive mode`, async () => {
      const flood = times(64, () => call("GET", "/v1/events", { key: slow.key }));
      for (let n = 0; n < 20; n += 1) await ask();
      await times(10, ask);
      for (const response of await flood) {
        expect(response).toMatchObject({ status: 503, error: { code: "SERVICE_UNAVAILABLE" } });
        expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
      }
    });
    expect((await call("GET", "/v1/events", { key: slow.key })).status).toBe(200);
  });

  test("delays no other merchant's payouts with its own", async ({ ingress: { call }, database }) => {
    const slow = await createMember(database, { available: 10_000_000n });
    const other = await createMember(database, { available: 10_000_000n });
    for (const { tenant } of [slow, other]) await resolveDestination(database, tenant);
    const pay = (key: string) =>
      call("POST", "/v1/payouts", {
        key,
        headers: { "idempotency-key": randomUUID() },
        body: { amount: { value: 100, currency: "NGN" }, destination },
      });
    const lock = row`select from ledger_accounts where merchant_id = ${slow.tenant.merchantId} for update`;
    await whileLocked(database, lock, async () => {
      const flood = times(64, () => pay(slow.key));
      for (let n = 0; n < 10; n += 1) expect((await pay(other.key)).status).toBe(201);
      for (const { status } of await flood) expect(status).toBe(503);
    });
    expect((await pay(slow.key)).status).toBe(201);
  });

  test("is told so after a second when it reads", async ({ ingress: { call }, database }) => {
    const { key } = await createMember(database);
    await whileLocked(database, row`lock table events in access exclusive mode`, async () => {
      await possibleWithin(2_500, async () => {
        expect(await call("GET", "/v1/events", { key })).toMatchObject({ status: 503 });
      });
    });
  });
});

describe("a database that no longer responds", () => {
  test(
    "leaves no request without a response beyond its time, whether it had begun or not",
    { timeout: 120_000 },
    async ({ databaseUrl, database }) => {
      await using network = await startProxy(databaseUrl);
      await using ingress = await startTestIngress(network.url, { responseTimeoutMs: 8_000 });
      const { call } = ingress;
      const { key, tenant } = await createMember(database, { available: 1_000_000n });
      await resolveDestination(database, tenant);
      const requests: (() => ReturnType<typeof call>)[] = [
        () => call("GET", "/v1/balances", { key }),
        () => call("GET", "/v1/events", { key }),
        () => call("GET", "/readyz"),
        () =>
          call("POST", "/v1/payouts", {
            key,
            headers: { "idempotency-key": randomUUID() },
            body: { amount: { value: 100, currency: "NGN" }, destination },
          }),
        () => call("POST", "/v1/kyc/bvn", { key, body: { bvn: "22222222222", phone: "08012345678" } }),
        () =>
          call("POST", "/v1/banks/verify-account", {
            key,
            body: { bankCode: "058", accountNumber: "0123456789" },
          }),
      ];
      /** Far less than the sum of what single statements may take. */
      const responded = async (request: () => ReturnType<typeof call>) => {
        const sentAt = performance.now();
        const { status, error } = await request();
        expect([500, 503], error.code).toContain(status);
        expect(performance.now() - sentAt).toBeLessThan(11_000);
      };

      // These wait for a worker that does not exist.
      const startedAt = performance.now();
      const waiting = requests.slice(4).map(responded);
      const awaited = ["check_identity", "enquire_name"];
      await eventually(async () => {
        const tasks = (await queuedJobs(database)).map(({ task }) => task);
        expect(awaited.filter((task) => tasks.includes(task))).toEqual(awaited);
      });
      // So late that a last look at the result finds none.
      await eventually(() => expect(performance.now() - startedAt).toBeGreaterThan(7_000));
      network.mode("swallow");
      await Promise.all(waiting);
      await Promise.all(Array.from({ length: 3 }, () => Promise.all(requests.map(responded))));

      network.mode("pass");
      network.cutAll();
      await eventually(async () => expect((await requests[0]!()).status).toBe(200));
    },
  );
});
