import { once } from "node:events";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createRequestId } from "../../ingress/http/middleware/identify-request.ts";
import { scrub } from "../../sql/process/logging.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../sql/banks/name-enquiries.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { queuedJobs } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { eventually, possibleWithin } from "../helpers/eventually.ts";
import { startProxy } from "../helpers/outside/start-proxy.ts";
import { startIngressProcess } from "../helpers/platform/start-process.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

const account = { bankCode: "058", accountNumber: "0123456789" };

/** Counts the pieces of data that hold a text. */
function countMatches(text: string): { watch: () => (data: Buffer) => void; count: () => number } {
  let count = 0;
  const see = (data: Buffer) => void (count += data.includes(text) ? 1 : 0);
  return { watch: () => see, count: () => count };
}

describe("operations", () => {
  test.for(["refuse", "swallow"] as const)(
    "with a database that %ss connections it responds with 503 within 3 s, and recovers by itself",
    async (fault, { databaseUrl, database }) => {
      await using network = await startProxy(databaseUrl);
      await using ingress = await startTestIngress(network.url, { databasePoolSize: 4 });
      const { key } = await createMember(database);
      const ask = () => ingress.call("GET", "/v1/balances", { key });
      expect((await ask()).status).toBe(200);

      network.mode(fault);
      // Statements under way are lost: 500. Later requests find no connection: 503, and in time.
      const underWay = Promise.all(Array.from({ length: 8 }, ask));
      for (const { status } of await underWay) expect([500, 503]).toContain(status);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await possibleWithin(3_000, async () => {
          const responses = await Promise.all([ask(), ask(), ingress.call("GET", "/readyz")]);
          for (const response of responses) {
            expect(response).toMatchObject({ status: 503, error: { code: "SERVICE_UNAVAILABLE" } });
            expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
          }
        });
        expect((await ingress.call("GET", "/healthz")).status).toBe(200);
      }

      network.mode("pass");
      if (fault === "swallow") network.cutAll();
      await eventually(async () => expect((await ask()).status).toBe(200));
      // No slot of the pool was lost.
      const responses = await Promise.all(Array.from({ length: 20 }, ask));
      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    },
  );

  test("an unexpected error is a 500 that reveals nothing; the log has the request id", async ({
    ingress,
    database,
  }) => {
    const { key } = await createMember(database);
    await database.query(sql.type(z.object({}))`alter table ledger_accounts rename to elsewhere`);
    const requestId = "request-from-a-test";
    const headers = { "x-request-id": requestId };
    const response = await ingress.call("GET", "/v1/balances", { key, headers });
    await ingress.call("GET", "/v1/balances?secret=1", { key, headers });
    expect(response).toMatchObject({ status: 500, error: { code: "INTERNAL_ERROR" } });
    expect(response.error.details).toBeUndefined();
    expect(response.text).not.toMatch(/ledger|select|relation|\bat \//i);
    expect(response.headers.get("x-request-id")).toBe(requestId);
    const lines = ingress
      .log()
      .split("\n")
      .filter((line) => line.includes(requestId));
    expect(lines.some((line) => line.includes("request failed"))).toBe(true);
    expect(lines.join()).not.toMatch(/ledger_accounts|select|secret/);
  });

  test("is alive but not ready while migrations are missing", async ({ ingress: { call }, database }) => {
    expect(await call("GET", "/readyz")).toMatchObject({ status: 200, data: { status: "ready" } });
    await database.query(
      sql.type(z.object({}))`delete from applied_files where name like 'payouts/payout_json%'`,
    );
    await eventually(async () =>
      expect(await call("GET", "/readyz")).toMatchObject({
        status: 503,
        error: { code: "SERVICE_UNAVAILABLE" },
      }),
    );
    const alive = { status: "up", version: expect.stringMatching(/^\d+\.\d+\.\d+/) };
    expect(await call("GET", "/healthz")).toMatchObject({ status: 200, data: alive });
  });

  test("is alive but not ready while the database is read-only", async ({ databaseUrl, database }) => {
    const name = sql.identifier([new URL(databaseUrl).pathname.slice(1)]);
    const isReadOnly = (word: "on" | "off") =>
      database.query(sql.type(z.object({}))`
        alter database ${name} set default_transaction_read_only = ${sql.literalValue(word)}`);
    await isReadOnly("on");
    await using ingress = await startTestIngress(databaseUrl);
    expect(await ingress.call("GET", "/readyz")).toMatchObject({
      status: 503,
      error: { code: "SERVICE_UNAVAILABLE", message: "The database is read-only." },
    });
    expect(await ingress.call("GET", "/healthz")).toMatchObject({ status: 200 });
  });

  test("is alive but not ready while the database gets no more space", async ({ databaseUrl, database }) => {
    const name = sql.identifier([new URL(databaseUrl).pathname.slice(1)]);
    // PostgreSQL refuses it as it does a full disk: with an error when a file grows.
    await database.query(sql.type(z.object({}))`alter database ${name} set temp_file_limit = 0`);
    await using ingress = await startTestIngress(databaseUrl);
    expect(await ingress.call("GET", "/readyz")).toMatchObject({
      status: 503,
      error: { code: "SERVICE_UNAVAILABLE", message: "The database cannot be written." },
    });
    expect(await ingress.call("GET", "/healthz")).toMatchObject({ status: 200 });
  });

  test("is not ready when a write gets no response within its bound, and alive meanwhile", async ({
    databaseUrl,
  }) => {
    await using network = await startProxy(databaseUrl);
    await using ingress = await startTestIngress(network.url);
    expect(await ingress.call("GET", "/readyz")).toMatchObject({ status: 200 });
    const lost = network.loseAt("pg_logical_emit_message", "reply");
    await eventually(async () => {
      expect(await ingress.call("GET", "/readyz")).toMatchObject({
        status: 503,
        error: { message: "The database cannot be written." },
      });
    });
    await lost;
    expect(await ingress.call("GET", "/healthz")).toMatchObject({ status: 200 });
    expect(ingress.log()).toContain("not ready: the database did not answer, or accept a write, in time");
    // The lost connection is replaced.
    await eventually(async () => expect(await ingress.call("GET", "/readyz")).toMatchObject({ status: 200 }));
  });

  test("looks at the database once for all who ask within a second whether it is ready", async ({
    databaseUrl,
  }) => {
    const looks = countMatches("pg_logical_emit_message");
    await using wire = await startProxy(databaseUrl, looks.watch);
    await using ingress = await startTestIngress(wire.url);
    const startedAt = performance.now();
    for (let round = 0; round < 3; round += 1) {
      const asked = Array.from({ length: 50 }, () => ingress.call("GET", "/readyz"));
      for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
    }
    // On a busy machine they take longer than a second.
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    expect(looks.count()).toBeGreaterThan(0);
    expect(looks.count()).toBeLessThanOrEqual(1 + seconds);
  });

  test("after SIGTERM it is not ready, and goes on taking requests until balancers have noticed", async ({
    databaseUrl,
    database,
  }) => {
    const { key } = await createMember(database);
    // Longer than the test may take.
    await using ingress = await startIngressProcess(databaseUrl, { SHUTDOWN_NOTICE_MS: "60000" });
    await ingress.ready;
    expect((await ingress.call("GET", "/readyz")).status).toBe(200);

    ingress.signal("SIGTERM");
    await eventually(async () => expect((await ingress.call("GET", "/readyz")).status).toBe(503));
    for (let request = 0; request < 3; request += 1) {
      const response = await ingress.call("GET", "/v1/balances", { key });
      expect(response.status).toBe(200);
      // Nobody may find that a kept connection was closed under their next request.
      expect(response.headers.get("connection")).toBe("close");
    }
    expect((await ingress.call("GET", "/healthz")).status).toBe(200);
    expect(ingress.isRunning()).toBe(true);
  });

  test("a draining process finishes its requests, is not ready, and takes no new ones", async ({
    databaseUrl,
    database,
  }) => {
    await using ingress = await startIngressProcess(databaseUrl);
    await ingress.ready;
    const { tenant, key } = await createMember(database);
    const waiting = ingress.call("POST", "/v1/banks/verify-account", { key, body: account });
    await eventually(async () => expect(await queuedJobs(database)).not.toEqual([]));

    ingress.signal("SIGTERM");
    await eventually(() => expect(ingress.log()).toContain("shutting down"));
    await eventually(async () => {
      await expect(fetch(`${ingress.url}/healthz`)).rejects.toThrow();
    });
    await sleep(1_500); // longer than connections without a request are given
    expect(ingress.isRunning()).toBe(true);

    const id = (await requestNameEnquiry(database, tenant, account))!;
    await completeNameEnquiry(database, id, { status: "resolved", accountName: "STILL HERE" });
    const response = await waiting;
    expect(response.data.accountName).toBe("STILL HERE");
    expect(response.headers.get("connection")).toBe("close");
    expect(await ingress.ended).toEqual({ code: 0, signal: null });
  });

  test("on a connection that is still open, readiness is false while it drains", async ({
    databaseUrl,
    database,
  }) => {
    const ingress = await startTestIngress(databaseUrl);
    const { tenant, key } = await createMember(database);
    const waiting = ingress.call("POST", "/v1/banks/verify-account", { key, body: account });
    await eventually(async () => expect(await queuedJobs(database)).not.toEqual([]));

    // A request whose headers are not complete yet keeps its connection, which closes to others meanwhile.
    const socket = connect(Number(new URL(ingress.url).port), "127.0.0.1");
    socket.write("GET /readyz HTTP/1.1\r\nHost: x\r\n");
    await sleep(100);
    const stopped = ingress.stop();
    await sleep(100);
    socket.write("\r\n");
    const [chunk] = (await once(socket, "data")) as [Buffer];
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 503 /);
    expect(chunk.toString()).toMatch(/connection: close/i);
    socket.destroy();

    const id = (await requestNameEnquiry(database, tenant, account))!;
    await completeNameEnquiry(database, id, { status: "resolved", accountName: "STILL HERE" });
    expect((await waiting).status).toBe(200);
    await stopped;
  });

  test("idle connections do not delay shutdown, and the process ends with its parent", async ({
    databaseUrl,
  }) => {
    await using ingress = await startIngressProcess(databaseUrl);
    await ingress.ready;
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(get(`${ingress.url}/healthz`, { agent }), "response");
    response.resume();
    await once(response, "end");
    const unused = connect(Number(new URL(ingress.url).port), "127.0.0.1");
    unused.on("error", () => {});
    await once(unused, "connect");
    const started = performance.now();
    ingress.disconnect();
    expect(await ingress.ended).toEqual({ code: 0, signal: null });
    // Sooner than the connections' own limit and the time that requests are given.
    expect(performance.now() - started).toBeLessThan(10_000);
    agent.destroy();
  });

  test("a port that is in use is reported in plain words", async ({ databaseUrl, ingress: other }) => {
    await using ingress = await startIngressProcess(databaseUrl, { PORT: new URL(other.url).port });
    expect(await ingress.ended).toEqual({ code: 1, signal: null });
    expect(ingress.log()).toMatch(/EADDRINUSE[^]*set PORT/);
    expect(ingress.log()).not.toMatch(/\n\s+at /);
  });

  test("every response has a request id; the caller's own is used where it is well-formed", async ({
    fileIngress: { call },
  }) => {
    const idFor = async (given: string) =>
      (await call("GET", "/v1/nothing", { headers: { "x-request-id": given } })).headers.get("x-request-id");
    expect(await idFor("abc-DEF_12345")).toBe("abc-DEF_12345");
    for (const odd of ["short", "x".repeat(65), "has space", 'quote"quote', "semi;colon"]) {
      expect(await idFor(odd)).toMatch(/^[0-9a-f-]{37}$/);
    }
  });

  test("the log has the same request id as the response, even with digits or keys in it", async ({
    fileIngress: { call, log },
  }) => {
    for (let made = 0; made < 5_000; made += 1) {
      const id = createRequestId();
      expect([id, scrub(id)]).toEqual([id, id]);
    }
    for (const given of ["order-012345678", "order-0123456789", "01234567890", "sk_test_0123456789abcdef"]) {
      const { headers } = await call("GET", "/v1/nothing", { headers: { "x-request-id": given } });
      const id = headers.get("x-request-id")!;
      expect(id === given).toBe(given === "order-012345678");
      await eventually(() => expect(log()).toContain(`"requestId":"${id}"`));
    }
  });

  test("responses carry helmet's headers and are not cached", async ({
    fileIngress: { call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const { headers } = await call("GET", "/v1/balances", { key });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("the log names routes as declared, and holds no account number", async ({ ingress, database }) => {
    const { key } = await createMember(database);
    const reference = "pyt_01k00000000000000000000000";
    await ingress.call("GET", `/v1/payouts/${reference}?note=0123456789`, { key });
    await ingress.call("POST", "/v1/banks/verify-account", {
      key,
      body: { bankCode: "1", accountNumber: "9876543210" },
    });
    const log = await eventually(() => {
      expect(ingress.log()).toContain('"route":"/v1/banks/verify-account"');
      return ingress.log();
    });
    expect(log).toContain('"route":"/v1/payouts/:reference"');
    expect(log).not.toMatch(new RegExp(`${reference}|0123456789|9876543210|note=`));
  });
});
