import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Response = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  failure?: "reset" | "cut" | "hang";
};

export type Arrived = {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
  at: number;
};

/** A server that does to each request what the wire says, in this order, and keeps what arrived. */
export async function playWire(wire: Response[]) {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    arrived.push({
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      ...(body !== "" && { body: JSON.parse(body) as unknown }),
      at: performance.now(),
    });
    // A request too many is seen by those who compare.
    respond(response, wire[arrived.length - 1] ?? { status: 599, text: "" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function respond(
  response: ServerResponse,
  { status = 200, headers, body, text: sent, failure }: Response,
): void {
  if (failure === "hang") return;
  if (failure === "reset") return void response.socket!.resetAndDestroy();
  const content = sent ?? JSON.stringify(body ?? { data: "as long as a response" });
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(content),
    ...headers,
  });
  if (failure !== "cut") return void response.end(content);
  response.write(content.slice(0, content.length / 2), () =>
    setImmediate(() => response.socket?.resetAndDestroy()),
  );
}
