import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type Response } from "express";
import { pino } from "pino";
import { describe, expect, vi } from "vitest";
import { readBody } from "../../ingress/http/middleware/read-body.ts";
import { createRefusalPace } from "../../ingress/http/limits/refusal-pace.ts";
import { logRequest } from "../../ingress/http/middleware/log-request.ts";
import { respondWithProblem } from "../../ingress/http/middleware/respond-with-problem.ts";
import { notFound } from "../../ingress/http/problems.ts";
import { limitTime } from "../../ingress/http/request-database.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";
import { test } from "../helpers/test.ts";

const FLOOD = 200;
const [flooder, neighbour] = ["203.0.113.7", "203.0.113.8"];

const timed = async (asking: Promise<unknown>) => {
  const from = performance.now();
  await asking;
  return performance.now() - from;
};

/**
 * Lets FLOOD callers be refused again and again while others ask, and checks that the refusals keep to 200 a second,
 * and that the others do not wait for them. On a busy machine everything takes long, but only the flood waits on top of
 * that. So one short time of each of the others proves it: in the flood's line they would all be long.
 */
async function floodWhile(refusals: (() => Promise<void>)[], others: (() => Promise<void>)[]): Promise<void> {
  const waits: number[] = [];
  let isOver = false;
  const from = performance.now();
  const flood = Array.from({ length: FLOOD }, async (_, n) => {
    const refuse = refusals[n % refusals.length]!;
    do waits.push(await timed(refuse()));
    while (!isOver);
  });
  const times = others.map((): number[] => []);
  const usualWait = () => {
    // The first FLOOD waits are those of a line that grows.
    const long = waits.slice(FLOOD).toSorted((one, other) => one - other);
    return long[Math.floor(long.length / 2)] ?? 0;
  };
  // In the same line they would wait as long, which is about FLOOD × 5 ms.
  const shortOnes = () => times.filter((own) => Math.min(...own) < usualWait() - (FLOOD * 5) / 2);
  const isProven = () => waits.length >= 2 * FLOOD && shortOnes().length === times.length;
  for (let n = 0; n < 15 && !isProven(); n += 1) {
    for (const [index, ask] of others.entries()) times[index]!.push(await timed(ask()));
    await sleep(200);
  }
  isOver = true;
  await Promise.all(flood);
  // A timer may be a little early.
  expect(performance.now() - from).toBeGreaterThan(waits.length * 5 * 0.9);
  expect(shortOnes()).toEqual(times);
}

describe("refusals of a stranger who goes on", () => {
  test("are sent at a pace; other addresses, and keys at the same one, are answered meanwhile", async ({
    fileDatabaseUrl,
    fileDatabase,
  }) => {
    const limitsPerMinute = { publicFiles: 1, failedAuthentication: 1 };
    await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute, trustedProxyHops: 1 });
    const { key } = await createMember(fileDatabase);
    const ask = async (address: string, path: string, bearer?: string) => {
      const headers = { "x-forwarded-for": address };
      return outcomeOf(await ingress.call("GET", path, { headers, ...(bearer && { key: bearer }) }));
    };
    expect(await ask(flooder, "/v1/balances", key)).toBe(200);
    await fetch(`${ingress.url}/openapi.json`, { headers: { "x-forwarded-for": flooder } });
    await ask(flooder, "/v1/balances", "guess");

    // All that the flooder is refused waits in one line. Each minute begins with one that is not refused.
    const refusals: [path: string, headers: Record<string, string>, statuses: number[]][] = [
      ["/openapi.json", {}, [429, 200]],
      ["/v1/balances", { authorization: "Bearer guess" }, [429, 401]],
      ["/v1/nowhere", {}, [404]],
    ];
    await floodWhile(
      refusals.map(([path, headers, statuses]) => async () => {
        const all = { ...headers, "x-forwarded-for": flooder };
        const response = await fetch(ingress.url + path, { headers: all });
        await response.text();
        expect(statuses).toContain(response.status);
      }),
      [
        async () => expect(await ask(neighbour, "/v1/nowhere")).toBe("NOT_FOUND"),
        async () => expect(await ask(flooder, "/v1/balances", key)).toBe(200),
        async () => expect(await ask(flooder, "/v1/payouts/nothing", key)).toBe("NOT_FOUND"),
      ],
    );
  });

  test("are sent at a pace to who opens streams of changes with a session that it made up", async ({
    fileDatabaseUrl,
  }) => {
    await using ingress = await startTestIngress(fileDatabaseUrl, { trustedProxyHops: 1 });
    const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
    const openStream = async () => {
      const asks = { session: "made-up", ...from(flooder) };
      const { status } = await ingress.call("GET", "/dashboard/api/test/updates", asks);
      // Ten at a time are told that there is no such session, all others that they have too many streams.
      expect([401, 503]).toContain(status);
    };
    await floodWhile(
      [openStream],
      [
        async () =>
          expect(outcomeOf(await ingress.call("GET", "/v1/nowhere", from(neighbour)))).toBe("NOT_FOUND"),
      ],
    );
  });

  test("wait few at a time, of a network and of all, and only while the caller is there", async () => {
    // As many of a network as keep to the pace: ten.
    const wait = createRefusalPace({ longestMs: 50, mostWaiting: 11 });
    const order: string[] = [];
    const callers = Array.from({ length: 12 }, () => new EventEmitter());
    const waits = callers.map(async (caller, n) => {
      await wait("2001:db8:1:100::1", caller as never, Infinity);
      order.push(`${n}`);
    });
    await Promise.resolve();
    // The network's line is full: they do not wait.
    await Promise.all([waits[10], waits[11]]);
    expect(order).toEqual(["10", "11"]);
    callers[9]!.emit("close");
    await waits[9];
    expect(order).toEqual(["10", "11", "9"]);
    // Another network of the same site waits behind them; another site does not.
    const sameSite = wait("2001:db8:1:200::1", new EventEmitter() as never, Infinity).then(() =>
      order.push("same site"),
    );
    const otherSite = wait("2001:db8:2::1", new EventEmitter() as never, Infinity);
    // All lines together are full.
    await wait("2001:db8:3::1", new EventEmitter() as never, Infinity);
    await otherSite;
    expect(order).not.toContain("same site");
    await Promise.all([...waits, sameSite]);
    expect(callers.every((caller) => caller.listenerCount("close") === 0)).toBe(true);
  });

  test("wait without their bodies, and the wait is no time of ours in the log", async () => {
    const bodies: unknown[] = [];
    const lines: { ms: number }[] = [];
    let waited = 0;
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    const app = express();
    app.use(limitTime(8_000), logRequest(log), readBody("withKey"), () => {
      throw notFound();
    });
    app.use(
      respondWithProblem(log, async (_ip, response) => {
        bodies.push((response as Response).req.body);
        const from = performance.now();
        await sleep(100);
        waited = performance.now() - from;
      }),
    );
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const from = performance.now();
    const body = JSON.stringify({ long: "x".repeat(50_000) });
    const headers = { "content-type": "application/json" };
    await (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).text();
    await vi.waitUntil(() => lines.length > 0);
    const all = performance.now() - from;
    server.closeAllConnections();
    server.close();
    expect(bodies).toEqual([undefined]);
    expect(lines[0]!.ms).toBeLessThanOrEqual(all - waited + 1);
  });

  test("are sent by the request's deadline", async () => {
    const wait = createRefusalPace({ longestMs: 1_000_000 });
    const gone = new EventEmitter();
    const late = Array.from({ length: 1_000 }, () =>
      wait("203.0.113.7", gone.setMaxListeners(0) as never, Infinity),
    );
    await wait("203.0.113.7", new EventEmitter() as never, performance.now());
    gone.emit("close");
    await Promise.all(late);
  });
});
