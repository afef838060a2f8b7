import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Page = { body: string; contentType?: string; headers?: Record<string, string> };

export type Shop = AsyncDisposable & {
  /** As browsers send it: http://localhost with its port. Under names of .example the same pages have other origins. */
  origin: string;
  port: number;
};

/** A merchant's site: serves what `pageAt` gives for a path, on a free port of this machine. */
export async function startShop(
  pageAt: (path: string, request: IncomingMessage) => Page | undefined,
): Promise<Shop> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    const page = pageAt(pathname, request);
    response.writeHead(page === undefined ? 404 : 200, {
      "content-type": page?.contentType ?? "text/html; charset=utf-8",
      ...page?.headers,
    });
    response.end(page?.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
