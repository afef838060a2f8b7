import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** What becomes of a request. */
const fates = {
  pass: async ({ forward, response }: Exchange) => write(response, await forward()),
  "reset before": async ({ response }: Exchange) => response.socket?.resetAndDestroy(),
  "reset after": async ({ forward, response }: Exchange) => {
    await forward();
    response.socket?.resetAndDestroy();
  },
  "reset within": async ({ forward, response }: Exchange) => {
    const { status, headers, body } = await forward();
    response.writeHead(status, headers);
    response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy());
  },
  "429": async ({ response }: Exchange) => write(response, rateLimited),
  "502 before": async ({ response }: Exchange) => write(response, badGateway),
  "502 after": async ({ forward, response }: Exchange) => {
    await forward();
    write(response, badGateway);
  },
  slow: async ({ forward, response }: Exchange) => {
    const { status, headers, body } = await forward();
    response.writeHead(status, headers);
    for (const part of [body.subarray(0, 9), body.subarray(9, 90), body.subarray(90)]) {
      response.write(part);
      await sleep(20);
    }
    response.end();
  },
};

export type Fate = keyof typeof fates;
type Answer = { status: number; headers: Record<string, string>; body: Buffer };
type Exchange = { forward: () => Promise<Answer>; response: ServerResponse };

const badGateway: Answer = {
  status: 502,
  headers: { "content-type": "text/html" },
  body: Buffer.from("<html>Bad gateway</html>"),
};

const rateLimited: Answer = {
  status: 429,
  headers: { "content-type": "application/json", "retry-after": "0" },
  body: Buffer.from(JSON.stringify({ error: { code: "RATE_LIMITED", message: "Too many requests." } })),
};

/** A proxy of an HTTP server that does what `choose` says to each request; `met` counts what it did. */
export async function startChaos(target: string, choose: () => Fate) {
  const met: Record<string, number> = {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const fate = choose();
    met[fate] = (met[fate] ?? 0) + 1;
    await fates[fate]({ forward: () => forwardTo(target, request, body), response });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forwardTo(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const passed = ["authorization", "content-type", "idempotency-key"].flatMap((name) =>
    headers[name] === undefined ? [] : [[name, String(headers[name])] as [string, string]],
  );
  const response = await fetch(target + url!, {
    method: method!,
    headers: passed,
    ...(method !== "GET" && { body: new Uint8Array(body) }),
  });
  const received = Buffer.from(await response.arrayBuffer());
  const shown = ["content-type", "retry-after", "x-request-id", "idempotency-replayed"].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const length = { "content-length": String(received.length) };
  return { status: response.status, headers: { ...Object.fromEntries(shown), ...length }, body: received };
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
