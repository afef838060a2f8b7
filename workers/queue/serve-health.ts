import type { Lease } from "./keep-lease.ts";
import { servePrivately, type PrivateServer } from "../../sql/process/metrics/serve-privately.ts";

/** A heartbeat job is queued every four seconds; ten seconds without one completing means nothing is being done. */
const STALE_AFTER_MS = 10_000;

/**
 * Serves GET /healthz: 200 as long as the process responds, whatever the state of the database, which a restart would
 * not improve. And GET /readyz: 200 while the heartbeat job of this process completes, which shows that jobs get done
 * and the database is written; 503 once the last one is more than 10 s old, or the process stops. Throws if the port is
 * taken.
 */
export function serveHealth(
  address: { port: number; host: string },
  { lastHeartbeat, isStopping }: Pick<Lease, "lastHeartbeat"> & { isStopping: () => boolean },
): Promise<PrivateServer> {
  const head = { "content-type": "application/json", "cache-control": "no-store" };
  return servePrivately(address, {
    "/healthz": (_request, response) => response.writeHead(200, head).end(JSON.stringify({ status: "up" })),
    "/readyz": (_request, response) => {
      const lastHeartbeatMsAgo = Math.round(performance.now() - lastHeartbeat());
      const status = isStopping() ? "stopping" : lastHeartbeatMsAgo <= STALE_AFTER_MS ? "ready" : "stale";
      response.writeHead(status === "ready" ? 200 : 503, head);
      response.end(JSON.stringify({ status, lastHeartbeatMsAgo }));
    },
  });
}
