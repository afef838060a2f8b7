import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { test } from "../helpers/test.ts";

/** Sends bytes as they are and gives what comes back until the connection closes. */
async function send(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(bytes);
  const response = await text(socket);
  const [head = "", body = ""] = response.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body: JSON.parse(body) };
}

describe("bytes that are not a valid HTTP request", () => {
  test.for([
    ["a method that does not exist", "BREW /v1/banks HTTP/1.1\r\nHost: x\r\n\r\n", 400, "MALFORMED_REQUEST"],
    [
      "a malformed header",
      "GET /v1/banks HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
      400,
      "MALFORMED_REQUEST",
    ],
    [
      "two lengths of one body",
      "POST /v1/payouts HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
      400,
      "MALFORMED_REQUEST",
    ],
    [
      "headers of 20 KB",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
      "HEADERS_TOO_LARGE",
    ],
  ] as const)("%s gets the envelope", async ([, bytes, status, code], { fileIngress }) => {
    const response = await send(fileIngress.url, bytes);
    expect(response).toMatchObject({ status, body: { error: { code, message: expect.any(String) } } });
    expect(Object.keys(response.body)).toEqual(["error"]);
    expect(response.head).toContain("x-request-id: ");
  });

  test(
    "clients that send headers byte by byte are disconnected, and delay nobody meanwhile",
    { timeout: 120_000 },
    async ({ fileIngress }) => {
      const slow = Array.from({ length: 50 }, () =>
        send(fileIngress.url, "GET /v1/banks HTTP/1.1\r\nHost: x\r\nX-"),
      );
      expect((await fetch(`${fileIngress.url}/healthz`)).status).toBe(200);
      const responses = await Promise.all(slow);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([408]));
      expect(responses[0]!.body).toMatchObject({ error: { code: "REQUEST_TIMEOUT" } });
      expect((await fetch(`${fileIngress.url}/healthz`)).status).toBe(200);
    },
  );
});

test("who pipelines requests and reads no response is disconnected", async ({ fileIngress }) => {
  const { hostname, port } = new URL(fileIngress.url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  const count = 200;
  const sent = Promise.withResolvers<void>();
  socket.write("GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(count), () => sent.resolve());
  await sent.promise;
  // Nothing is read until others were served meanwhile.
  for (let asked = 0; asked < 5; asked += 1)
    expect((await fileIngress.call("GET", "/healthz")).status).toBe(200);
  const closed = once(socket, "close");
  let read = "";
  socket.on("data", (data: Buffer) => (read += data.toString("latin1")));
  await closed;
  expect(read.split("HTTP/1.1 200 OK").length - 1).toBeLessThan(count);
});
