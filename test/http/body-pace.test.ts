import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express, { type ErrorRequestHandler } from "express";
import { describe, expect, test } from "vitest";
import { inFilePace } from "../../ingress/http/limits/body-pace.ts";
import { readFileBody } from "../../ingress/http/file-body.ts";
import { Problem } from "../../ingress/http/problems.ts";

describe("a file", () => {
  const second = { leastPerSecond: 8 * 1024, stretchMs: 1_000, longestMs: 600_000 };

  test("that comes a byte at a time is refused, and its connection ends", async () => {
    await using server = await serve(second);
    expect(await send(server.port, 1)).toMatch(/^HTTP\/1\.1 408 .*too slow/s);
  });

  test("that comes steadily is refused when its time is over", async () => {
    await using server = await serve({ ...second, stretchMs: 600_000, longestMs: 3_000 });
    expect(await send(server.port, 20 * 1024)).toMatch(/^HTTP\/1\.1 408 .*within/s);
  });

  test("that comes at once is taken", async () => {
    await using server = await serve({ ...second, stretchMs: 10_000 });
    expect(await send(server.port, 1024 * 1024)).toMatch(/^HTTP\/1\.1 200 .*1048576$/s);
  });
});

/** A server that takes a file of a megabyte in this pace, and says how long it was. */
async function serve(pace: Parameters<typeof inFilePace>[1]) {
  const app = express();
  const read = readFileBody({ mediaTypes: ["image/png"], mostBytes: 1024 * 1024 });
  app.post("/", inFilePace(read, pace), (request, response) => {
    response.set("connection", "close").send(String((request.body as Buffer).length));
  });
  const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error instanceof Problem ? 408 : 500).send((error as Error).message);
  };
  app.use(refuse);
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Sends a file of a megabyte, so many bytes every 100 ms, until the server ends the connection; what it responded. */
async function send(port: number, bytes: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const headers = "host: localhost\r\ncontent-type: image/png\r\ncontent-length: 1048576";
  socket.write(`POST / HTTP/1.1\r\n${headers}\r\n\r\n`);
  let left = 1024 * 1024;
  const timer = setInterval(() => {
    const now = Math.min(bytes, left);
    left -= now;
    if (now > 0 && socket.writable) socket.write(Buffer.alloc(now));
  }, 100);
  const response = await text(socket);
  clearInterval(timer);
  return response;
}
