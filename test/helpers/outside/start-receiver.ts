import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
export type Receiver = AsyncDisposable & { url: string; requests: Received[] };
type Behaviour = (response: ServerResponse, request: Received, index: number) => void;

/** Starts a merchant's webhook receiver that behaves as a test wants: by default it responds with 200. */
export async function startReceiver(
  behave: Behaviour = (response) => response.writeHead(200).end("thanks"),
): Promise<Receiver> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    response.on("error", () => {});
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const received = { method, url, headers, body: Buffer.concat(chunks) };
      requests.push(received);
      behave(response, received, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
