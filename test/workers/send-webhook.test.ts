import { createServer, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../workers/webhooks/parse-retry-after.ts";
import { createSendWebhook } from "../../workers/webhooks/send-webhook.ts";
import { startReceiver } from "../helpers/start-receiver.ts";

const send = createSendWebhook(["127.0.0.0/8"]);
const never = new AbortController().signal;
const webhook = (url: string) => ({
  url,
  headers: { "content-type": "application/json" },
  body: Buffer.from("{}"),
});

describe.concurrent("sending a webhook", () => {
  test("posts the bytes given and returns what came back", async () => {
    await using receiver = await startReceiver();
    const answer = await send({ ...webhook(receiver.url), body: Buffer.from('{"name":"Adé 💸"}') }, never);
    expect(answer).toMatchObject({ status: 200, body: "thanks" });
    expect(answer.error).toBeUndefined();
    expect(receiver.requests[0]).toMatchObject({
      method: "POST",
      url: "/hooks",
      body: Buffer.from('{"name":"Adé 💸"}'),
    });
  });

  test("W04 does not follow a redirect", async () => {
    await using inside = await startReceiver();
    await using receiver = await startReceiver((response) =>
      response.writeHead(302, { location: inside.url }).end(),
    );
    expect(await send(webhook(receiver.url), never)).toMatchObject({ status: 302 });
    expect(inside.requests).toEqual([]);
  });

  test("W06 keeps 64 KB of a body that never ends, and hangs up", async () => {
    await using receiver = await startReceiver((response) => {
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    const answer = await send(webhook(receiver.url), never);
    expect(answer.status).toBe(200);
    expect(answer.body).toHaveLength(64 * 1024);
  });

  test("W06 does not unpack a compressed body, and keeps binary as text", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using receiver = await startReceiver((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const answer = await send(webhook(receiver.url), never);
    expect(answer.body!.length).toBeLessThanOrEqual(64 * 1024);
    expect(answer.body).not.toContain("\u0000");
  });

  test("W05 cuts a receiver that drips its answer after 15 seconds in all", async () => {
    await using receiver = await startReceiver((response) => {
      const drip = setInterval(() => response.write("."), 500);
      response.on("close", () => clearInterval(drip));
    });
    const answer = await send(webhook(receiver.url), never);
    expect(answer).toMatchObject({
      error: "no complete answer within 15 seconds while an answer with status 200 was being read",
    });
    expect(answer.durationMs).toBeGreaterThan(14_000);
  });

  test("W02 reports a reset and a refused connection as such", async () => {
    await using receiver = await startReceiver((response) => response.socket!.resetAndDestroy());
    expect(await send(webhook(receiver.url), never)).toMatchObject({ error: "the connection failed" });
    const closed = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => closed.once("listening", resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await send(webhook(`http://127.0.0.1:${port}/`), never)).toMatchObject({
      error: "the connection failed",
    });
  });

  test("W02 reports a name that does not resolve", async () => {
    const answer = await send(webhook("http://receiver.invalid/hooks"), never);
    expect(answer).toMatchObject({ error: "the connection failed" });
  });

  test("refuses an address that is not public, written as such or resolved from a name", async () => {
    await using receiver = await startReceiver();
    const strict = createSendWebhook([]);
    const refused = { error: "the address is not one that webhooks are sent to" };
    const { port } = new URL(receiver.url);
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]", "localhost"]) {
      expect(await strict(webhook(`http://${host}:${port}/`), never), host).toMatchObject(refused);
    }
    // A name that only the lookup can judge: allowed as written, but not what it resolves to.
    const otherNetwork = createSendWebhook(["127.0.0.1/32"]);
    expect(await otherNetwork(webhook(`http://127.0.0.2:${port}/`), never)).toMatchObject(refused);
    expect(receiver.requests).toEqual([]);
  });

  test("throws when the worker stops, since nothing is known of the attempt", async () => {
    const stopping = new AbortController();
    await using receiver = await startReceiver(() => stopping.abort());
    await expect(send(webhook(receiver.url), stopping.signal)).rejects.toThrow("aborted");
  });
});

test.each([
  ["120", 120],
  ["0", 0],
  ["999999999", 86_400],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60],
  ["Wed, 31 Dec 2025 23:00:00 GMT", 0],
  ["soon", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  [undefined, undefined],
])("reads Retry-After: %s as %s seconds", (header, seconds) => {
  expect(parseRetryAfter(header, Date.parse("2026-01-01T00:00:00Z"))).toBe(seconds);
});
