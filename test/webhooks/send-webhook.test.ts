import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "../../workers/parse-retry-after.ts";
import { createSendWebhook } from "../../workers/webhooks/send-webhook.ts";
import { eventually } from "../helpers/eventually.ts";
import { startDnsServer } from "./start-dns-server.ts";
import { startListeners } from "./start-listeners.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";

const send = createSendWebhook({ allowCidrs: ["127.0.0.0/8"] });
const never = new AbortController().signal;
const webhook = (url: string) => ({
  url,
  environment: "test" as const,
  merchantId: 1n,
  headers: { "content-type": "application/json" },
  body: Buffer.from("{}"),
});

/** A port of 127.0.0.1 that nothing listens on. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a receiver that writes this for a response, HTTP or not, and closes the connection. */
async function startRawReceiver(response: string) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(response));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe.concurrent("sending a webhook", () => {
  test("posts the bytes given and returns the response", async () => {
    await using receiver = await startReceiver();
    const response = await send({ ...webhook(receiver.url), body: Buffer.from('{"name":"Adé 💸"}') }, never);
    expect(response).toMatchObject({ status: 200, body: "thanks" });
    expect(response.error).toBeUndefined();
    expect(receiver.requests[0]).toMatchObject({
      method: "POST",
      url: "/hooks",
      body: Buffer.from('{"name":"Adé 💸"}'),
    });
  });

  test.for([301, 302, 303, 307, 308])("does not follow a redirect (%i)", async (status) => {
    await using inside = await startReceiver();
    await using receiver = await startReceiver((response) =>
      response.writeHead(status, { location: inside.url }).end("moved"),
    );
    const response = await send(webhook(receiver.url), never);
    expect(response).toMatchObject({ status, body: "moved" });
    expect(response.error).toBe(`redirects are not followed (${status}): set the final URL`);
    expect(inside.requests).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  test.for([304, 400, 410, 429, 500, 503])("reports status %i as a failure", async (status) => {
    await using receiver = await startReceiver((response) => response.writeHead(status).end());
    const response = await send(webhook(receiver.url), never);
    expect(response.status).toBe(status);
    expect(response.error).toContain(status === 304 ? "redirects" : `${status}: respond with 200 to 299`);
  });

  test("keeps 16 KB of an endless body, and closes the connection", async () => {
    let isOpen = true;
    await using receiver = await startReceiver((response) => {
      response.on("close", () => (isOpen = false));
      const pour = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", pour);
      };
      pour();
    });
    const response = await send(webhook(receiver.url), never);
    expect(response.status).toBe(200);
    expect(response.body).toHaveLength(16 * 1024);
    expect(response.isCut).toBe(true);
    await eventually(() => expect(isOpen).toBe(false));
  });

  test("does not wait for more than is kept, and says whether it was all", async () => {
    const kept = 16 * 1024;
    await using receiver = await startReceiver((response) => void response.write("x".repeat(kept + 1)));
    const response = await send(webhook(receiver.url), never);
    expect(response).toMatchObject({ status: 200, body: expect.stringMatching(/^x{16384}$/), isCut: true });
    expect(response.error).toBeUndefined();
    await using whole = await startReceiver((answer) => answer.end("x".repeat(kept)));
    const all = await send(webhook(whole.url), never);
    expect([all.body?.length, all.isCut]).toEqual([kept, undefined]);
    // No half of a character is left.
    await using naira = await startReceiver((answer) => answer.end("₦".repeat(kept)));
    const signs = await send(webhook(naira.url), never);
    expect([signs.body?.replaceAll("₦", ""), signs.isCut]).toEqual(["", true]);
  });

  const sized = "content-length: 2\r\n\r\nok";
  test.for([
    ["102 first", `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n${sized}`],
    ["early hints", `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n${sized}`],
    [
      "chunk extensions",
      'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n0002;a=b;c="d;e"\r\nok\r\n0;x\r\n\r\n',
    ],
    ["trailers", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-a: 1\r\n\r\n"],
    ["no reason phrase", `HTTP/1.1 200 \r\n${sized}`],
    ["no space after the status", `HTTP/1.1 200\r\n${sized}`],
    ["a body that ends with the connection", "HTTP/1.1 200 OK\r\n\r\nok"],
    ["HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nok"],
    ["empty and lower-case headers", `HTTP/1.1 200 OK\r\nx:\r\ncontent-length:2\r\n\r\nok`],
    ["other characters than ASCII", `HTTP/1.1 200 Très bien\r\nx-a: café\r\n${sized}`],
    ["an empty line before it", `\r\nHTTP/1.1 200 OK\r\n${sized}`],
  ] as const)("takes a response with %s", async ([, response]) => {
    await using receiver = await startRawReceiver(response);
    expect(await send(webhook(receiver.url), never)).toMatchObject({
      status: 200,
      body: "ok",
      error: undefined,
    });
  });

  test.for([
    [
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + sized,
      /^the response began with an unrequested 100 Continue/,
    ],
    [
      "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      /^the response switches to another/,
    ],
    ["HTTP/1.1 200 OK\r\nx-a: b\r\n  c\r\n" + sized, /^a response header spans several lines/],
    ["HTTP/1.1 200 OK\ncontent-length: 2\n\nok", /^lines of the response's head end without CR LF/],
    ["HTTP/1.1 200 OK\r\ncontent-length: 2\r\n" + sized, /^the response's body is not as long/],
    [
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n",
      /^the response's chunks cannot/,
    ],
    ["HTTP/1.1 099 Odd\r\n" + sized, /^the response is not HTTP/],
  ] as const)("says what a response was that it does not take: %j", async ([response, says]) => {
    await using receiver = await startRawReceiver(response);
    const sent = await send(webhook(receiver.url), never);
    expect(sent.error).toMatch(says);
  });

  test.for(["gzip", "br", "deflate", "zstd"])("does not decompress a %s body", async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using receiver = await startReceiver((response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(bomb),
    );
    const { body } = await send(webhook(receiver.url), never);
    expect(body!.length).toBeLessThanOrEqual(bomb.length);
    expect(body!.startsWith("\u001f\ufffd\u0008")).toBe(true);
    expect(body).not.toContain("\u0000");
  });

  test("keeps a binary body as text that can be stored", async () => {
    const binary = Buffer.from(Array.from({ length: 512 }, (_, index) => index & 255));
    await using receiver = await startReceiver((response) => response.end(binary));
    const { body } = await send(webhook(receiver.url), never);
    expect(body).toContain("ABC");
    expect(body).not.toContain("\u0000");
    expect(body!.isWellFormed()).toBe(true);
  });

  test("ends a slow response after 15 seconds in all", async () => {
    await using receiver = await startReceiver((response) => {
      const drip = setInterval(() => response.write("."), 500);
      response.on("close", () => clearInterval(drip));
    });
    const response = await send(webhook(receiver.url), never);
    expect(response).toMatchObject({
      error:
        "no complete response within 15 seconds while a response with status 200 was being read: respond first and do the work later",
    });
    expect(response.durationMs).toBeGreaterThan(14_000);
    expect(response.durationMs).toBeLessThan(30_000);
  });

  test.for<[string, string, string]>([
    ["hangs", "", ""],
    ["drips its headers", "HTTP/1.1 200 OK\r\n", "x-slow: 1\r\n"],
    ["goes on with interim responses", "", "HTTP/1.1 102 Processing\r\n\r\n"],
  ])("ends the attempt when a receiver %s", async ([, first, piece]) => {
    const server = createServer((socket) => {
      socket.write(first);
      const drip = setInterval(() => socket.write(piece), 500);
      socket.on("error", () => {});
      socket.on("close", () => clearInterval(drip));
      socket.resume();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const response = await send(webhook(`http://127.0.0.1:${port}/`), never);
    expect(response.status).toBeUndefined();
    expect(response.error).toBe(
      "no complete response within 15 seconds: respond first and do the work later",
    );
    expect(response.durationMs).toBeLessThan(30_000);
    await new Promise((resolve) => server.close(resolve));
  });

  test("reports a reset, a refused connection and invalid HTTP", async () => {
    await using reset = await startReceiver((response) => response.socket!.resetAndDestroy());
    expect((await send(webhook(reset.url), never)).error).toMatch(/^the connection was closed: /);
    await using closing = await startRawReceiver("");
    expect((await send(webhook(closing.url), never)).error).toMatch(/^the connection was closed: /);
    const port = await findClosedPort();
    expect((await send(webhook(`http://127.0.0.1:${port}/`), never)).error).toBe(
      "the connection was refused: check that the server runs and the URL's port is right",
    );
    await using other = await startRawReceiver("220 mail.example.com ESMTP\r\n");
    expect((await send(webhook(other.url), never)).error).toBe(
      "the response is not HTTP: check the URL's port",
    );
    await using large = await startRawReceiver(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(40_000)}\r\n\r\n`);
    expect((await send(webhook(large.url), never)).error).toMatch(/^the response's headers are too long/);
  });

  test.for([{ "content-length": "100" }, { "transfer-encoding": "chunked" }])(
    "a response that is cut off after its headers fails: %j",
    async (headers) => {
      await using receiver = await startReceiver((response) => {
        response.writeHead(200, headers).write("part");
        setTimeout(() => response.socket?.resetAndDestroy(), 50);
      });
      const response = await send(webhook(receiver.url), never);
      expect(response.status).toBeUndefined();
      expect(response.error).toBe(
        "the connection was closed while a response with status 200 was being read: check the server's log for a crash",
      );
    },
  );

  test("reports a name without an address, and name servers that do not respond within 5 seconds", async () => {
    await using dns = await startDnsServer((name) => {
      if (name === "silent.example.com") return "silence";
      return name === "broken.example.com" ? "servfail" : "nxdomain";
    });
    const ask = createSendWebhook({ allowCidrs: [], dnsServers: [dns.address] });
    const post = (host: string) => ask(webhook(`https://${host}/`), never);
    expect(await post("missing.example.com")).toMatchObject({
      error: "the host's name was not found: check the URL and its DNS records",
    });
    await using second = await startDnsServer(() => "silence");
    await using third = await startDnsServer(() => "silence");
    const dnsServers = [dns.address, second.address, third.address];
    const silent = await createSendWebhook({ allowCidrs: [], dnsServers })(
      webhook("https://silent.example.com/"),
      never,
    );
    expect(silent.error).toBe("the host's name servers did not respond: check the name's DNS records");
    expect(silent.durationMs).toBeGreaterThan(4_500);
    expect(silent.durationMs).toBeLessThan(12_000);
    expect(await post("broken.example.com")).toMatchObject({ error: silent.error });
    // The system's lookup, which is asked where networks are open.
    expect((await send(webhook("http://receiver.invalid/hooks"), never)).error).toMatch(/^the host's name/);
  });

  test("reports every private address in the same way, no matter what is behind it", async () => {
    await using listening = await startListeners(["127.0.0.1"]);
    const closed = await findClosedPort();
    await using dns = await startDnsServer((name, type) =>
      type === "AAAA" ? {} : { A: [name.startsWith("far") ? "10.255.255.1" : "127.0.0.1"] },
    );
    const strict = createSendWebhook({ allowCidrs: ["198.51.100.7/32"], dnsServers: [dns.address] });
    const errorsOf = async (...urls: string[]) =>
      new Set(await Promise.all(urls.map(async (url) => (await strict(webhook(url), never)).error)));
    const written = [`127.0.0.1:${listening.port}`, `127.0.0.1:${closed}`, "10.255.255.1"];
    expect((await errorsOf(...written.map((host) => `http://${host}/`))).size).toBe(1);
    const named = [`near.example.com:${listening.port}`, `near.example.com:${closed}`, "far.example.com"];
    expect(await errorsOf(...named.map((host) => `http://${host}/`))).toEqual(
      new Set(["the host's address is not allowed: webhooks are sent over the public internet only"]),
    );
    expect(listening.connections).toEqual([]);
  });

  test("sends live webhooks by https only", async () => {
    const strict = createSendWebhook({ allowCidrs: [] });
    const live = await strict({ ...webhook("http://example.com/"), environment: "live" }, never);
    expect(live).toMatchObject({ error: "the URL must begin with https:// for live webhooks" });
  });

  test("ignores proxies of the environment", async () => {
    await using proxy = await startListeners(["127.0.0.1"]);
    await using receiver = await startReceiver();
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    const module = new URL("../../workers/webhooks/send-webhook.ts", import.meta.url);
    const script = `
      import { createSendWebhook } from ${JSON.stringify(module)};
      const send = createSendWebhook({ allowCidrs: ["127.0.0.0/8"] });
      const tenant = { environment: "test", merchantId: 1n };
      const webhook = { ...tenant, url: ${JSON.stringify(receiver.url)}, headers: {}, body: Buffer.from("{}") };
      console.log((await send(webhook, new AbortController().signal)).status);`;
    const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", script],
      {
        env: {
          PATH: process.env.PATH,
          NODE_USE_ENV_PROXY: "1",
          ...Object.fromEntries(names.map((name) => [name, proxyUrl])),
        },
      },
    );
    expect(stdout).toBe("200\n");
    expect(proxy.connections).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  test("throws when the worker stops, since the attempt's result is unknown", async () => {
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
