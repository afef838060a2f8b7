import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A heartbeat job is queued every second; ten seconds without one completing means nothing is being done. */
const STALE_AFTER_MS = 10_000;

export type Health = { port: number; close(): Promise<void> };

/**
 * Serves GET /healthz: 200 while the heartbeat job of this process completes, 503 once the last one is
 * more than 10 s old. It shows that jobs get done, which an open port does not. Throws when the port is taken.
 *
 * @param lastHeartbeat when the last heartbeat job completed, in monotonic milliseconds (performance.now)
 */
export async function serveHealth(
  address: { port: number; host: string },
  lastHeartbeat: () => number,
): Promise<Health> {
  const server = createServer((request, response) => {
    if (request.url?.split("?")[0] !== "/healthz") {
      response.writeHead(404).end();
      return;
    }
    const ageMs = Math.round(performance.now() - lastHeartbeat());
    const healthy = ageMs <= STALE_AFTER_MS;
    response.writeHead(healthy ? 200 : 503, {
      "content-type": "application/json",
      "cache-control": "no-store",
    });
    response.end(JSON.stringify({ status: healthy ? "ok" : "stale", lastHeartbeatMsAgo: ageMs }));
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
