import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Response } from "express";
import { describe, expect } from "vitest";
import { z } from "zod";
import { createSessionStreams } from "../../ingress/checkout/session-streams.ts";
import { readConfig } from "../../ingress/config.ts";
import { createDrain } from "../../ingress/http/drain.ts";
import { listenForResults } from "../../ingress/results/listen-for-results.ts";
import { createLog } from "../../sql/process/logging.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { testEncryptionKey } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { bearer, beginSession, naira, newToken, virtualAccountOf } from "./checkout-records.ts";
import { readStream } from "./read-stream.ts";
import { startTestIngress, type TestIngress } from "../helpers/platform/start-test-ingress.ts";

describe("GET /pay/{slug}/session/events", () => {
  /** Nothing but notifications tells of a change. */
  const withoutRefresh = { liveStatusRefreshMs: 3_600_000 };
  const begin = async (ingress: TestIngress, slug: string) => {
    const payer = await beginSession(ingress, slug);
    const url = `${ingress.url}/pay/${slug}/session/events`;
    return { ...payer, slug, url, stream: await readStream(url, bearer(payer.token)) };
  };

  test("sends the current state at once, then each change, and ends after the last", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, withoutRefresh);
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const { stream, session } = await begin(ingress, slug);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await stream.next()).toMatchObject({ status: "awaiting_payment" });

    const account = await virtualAccountOf(database, session.reference);
    await payIn(database, account, 200_000n);
    expect(await stream.next()).toMatchObject({ status: "underpaid", amountDue: naira(3_000) });
    await payIn(database, account, 300_000n);
    expect(await stream.next()).toMatchObject({ status: "succeeded", amountDue: naira(0) });
    expect(await stream.next()).toBeUndefined();
  });

  test("says that the window has expired by the server's clock", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, withoutRefresh);
    const { tenant, key } = await createMember(database);
    const { stream } = await begin(ingress, await createLink(database, tenant));
    await stream.next();
    await ingress.call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 31 } });
    expect(await stream.next()).toMatchObject({ status: "expired" });
    expect(await stream.next()).toBeUndefined();
  });

  test("asks for no second transfer to an account that takes one", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, withoutRefresh);
    const { tenant } = await createMember(database);
    const { stream, session } = await begin(ingress, await createLink(database, tenant));
    const account = await virtualAccountOf(database, session.reference);
    await database.query(sql.type(z.object({}))`
      update virtual_accounts set is_one_time = true where reference = ${account}`);
    await stream.next();
    await payIn(database, account, 200_000n);
    expect(await stream.next()).toMatchObject({ status: "expired", amountReceived: naira(2_000) });
    expect(await stream.next()).toBeUndefined();
  });

  test("says that the link is closed where another payer was first", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, withoutRefresh);
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const first = await begin(ingress, slug);
    const second = await begin(ingress, slug);
    await second.stream.next();
    await first.sendTransfer();
    expect(await second.stream.next()).toMatchObject({ status: "closed" });
  });

  test("sends a change even where its notification was lost", async ({
    database,
    databaseUrl,
    workers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { liveStatusRefreshMs: 300 });
    const { tenant } = await createMember(database);
    const { stream, session } = await begin(ingress, await createLink(database, tenant));
    await stream.next();
    await database.query(sql.type(z.object({}))`drop trigger notify_payer on collections`);
    await payIn(database, await virtualAccountOf(database, session.reference), 200_000n);
    await eventually(async () => expect(await stream.next()).toMatchObject({ status: "underpaid" }));
  });

  test("allows five streams a session; a sixth is told to poll before the session is looked up", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, withoutRefresh);
    const { tenant } = await createMember(database);
    const { token, url, sendTransfer, stream } = await begin(ingress, await createLink(database, tenant));
    const streams = [stream];
    for (let n = 1; n < 5; n += 1) streams.push(await readStream(url, bearer(token)));
    await database.transaction(async (transaction) => {
      // Lookups wait until the transaction is over.
      await transaction.query(sql.type(z.object({}))`lock table checkout_sessions in access exclusive mode`);
      const sixth = await fetch(url, { headers: { authorization: `bearer ${token}` } });
      // A lookup that takes too long is a 503 as well, with another time to wait.
      expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await sixth.json()).toEqual({
        error: {
          code: "SERVICE_UNAVAILABLE",
          message: "No stream is available right now: poll the session instead.",
        },
      });
    });
    // Others have their own, whatever they are.
    expect((await fetch(url, bearer(newToken()))).status).toBe(404);
    await sendTransfer();
    for (const { next } of streams) {
      let last;
      for (let told; (told = await next()) !== undefined;) last = told;
      expect(last).toMatchObject({ status: "succeeded" });
    }
    // Paid or left, they make room.
    await expect.poll(async () => (await fetch(url, bearer(token))).status).toBe(200);
  });

  test("leaves three quarters of a process's to other networks", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
  }) => {
    const log = createLog("ingress", "silent");
    const results = listenForResults({ databaseUrl, processConnections: 1, log });
    const streams = createSessionStreams({
      pools: { reads: database, writes: database },
      results,
      drain: createDrain(),
      log,
      config: readConfig({
        DATABASE_URL: databaseUrl,
        SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      }),
    });
    const open: ServerResponse[] = [];
    // Streams of payers whose sessions are gone, so nothing is written to them.
    const ask = (ip: string) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      const isOpen = streams.open(BigInt(1_000_000 + open.length), ip, response as Response);
      if (isOpen) open.push(response);
      return isOpen;
    };
    const at = (number: number) => `2001:db8:1:${(number % 250).toString(16)}00::1`;
    for (let number = 0; number < 2_500; number += 1) expect(ask(at(number))).toBe(true);
    // Another /56 of the same /48.
    expect(ask("2001:db8:1:fe00::1")).toBe(false);
    expect(ask("203.0.113.2")).toBe(true);
    open[0]!.emit("close");
    expect(ask("2001:db8:1:fe00::1")).toBe(true);
    for (const response of open) response.emit("close");
    await results.close();
  });

  test("ends both of two streams on one connection, and the process keeps running", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl, { liveStatusRefreshMs: 200 });
    const { tenant } = await createMember(database);
    const [waiting, paid] = [
      await begin(ingress, await createLink(database, tenant)),
      await begin(ingress, await createLink(database, tenant)),
    ];
    await paid.sendTransfer();
    const { hostname, port } = new URL(ingress.url);
    const socket = connect(Number(port), hostname);
    const ask = ({ slug, token }: { slug: string; token: string }) =>
      `GET /pay/${slug}/session/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    // The second response is over before the first: it waits for its turn, and may not be written to meanwhile.
    socket.write(ask(waiting) + ask(paid));
    await sleep(1_000);
    expect((await fetch(`${ingress.url}/healthz`)).status).toBe(200);
    socket.destroy();
  });

  test("ends at once for HEAD", async ({
    fileDatabase: database,
    fileIngress: ingress,
    fileWorkers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const { token, url } = await begin(ingress, await createLink(database, tenant));
    expect((await fetch(url, { method: "HEAD", ...bearer(token) })).status).toBe(200);
  });

  test("ends when the process shuts down", async ({
    fileDatabase: database,
    fileDatabaseUrl: databaseUrl,
    fileWorkers: _workers,
  }) => {
    await using ingress = await startTestIngress(databaseUrl);
    const { tenant } = await createMember(database);
    const { stream } = await begin(ingress, await createLink(database, tenant));
    await stream.next();
    await ingress.stop();
    expect(await stream.next()).toBeUndefined();
  });
});
