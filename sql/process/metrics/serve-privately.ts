import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type PrivateServer = { port: number; close(): Promise<void> };

/** Serves `paths` to those who watch the process, on a port of its own. Throws when the port is taken. */
export async function servePrivately(
  address: { port: number; host: string },
  paths: Record<string, RequestListener>,
): Promise<PrivateServer> {
  const server = createServer((request, response) => {
    const respond = new Map(Object.entries(paths)).get(request.url?.split("?")[0] ?? "");
    if (respond === undefined) response.writeHead(404).end();
    else respond(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
