import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import express, { type ErrorRequestHandler, type Express } from "express";
import { describe, expect, test } from "vitest";
import { inFilePace, requireReadPace } from "../../ingress/http/limits/body-pace.ts";
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

describe("a file that is sent in parts", () => {
  const pace = { leastPerSecond: 8 * 1024, stretchMs: 1_000 };
  const part = Buffer.alloc(64 * 1024);

  test("ends where its reader takes nothing, and not while it takes some, or while no part is ready", async () => {
    await using server = await listen((app) => {
      app.get("/", (_request, response) => {
        requireReadPace(response, pace);
        const parts = async function* () {
          await setTimeout(2_500);
          for (let n = 0; n < 250; n += 1) yield part;
        };
        void pipeline(parts(), response).catch(() => undefined);
      });
    });
    const begin = async () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
      await once(socket, "readable");
      return socket;
    };
    const [idle, reader] = [await begin(), await begin()];
    let read = 0;
    for await (const bytes of reader) {
      read += (bytes as Buffer).length;
      // Some 6 MB a second.
      await setTimeout(10);
    }
    expect(read).toBeGreaterThan(250 * part.length);
    await setTimeout(2_500);
    let left = 0;
    for await (const bytes of idle) left += (bytes as Buffer).length;
    expect(left).toBeLessThan(250 * part.length);
  });
});

/** A server that takes a file of a megabyte in this pace, and says how long it was. */
async function serve(pace: Parameters<typeof inFilePace>[1]) {
  return listen((app) => {
    const read = readFileBody({ mediaTypes: ["image/png"], mostBytes: 1024 * 1024 });
    app.post("/", inFilePace(read, pace), (request, response) => {
      response.set("connection", "close").send(String((request.body as Buffer).length));
    });
    const refuse: ErrorRequestHandler = (error, _request, response, _next) => {
      response.status(error instanceof Problem ? 408 : 500).send((error as Error).message);
    };
    app.use(refuse);
  });
}

async function listen(mount: (app: Express) => void) {
  const app = express();
  mount(app);
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
