import { servePrivately, type PrivateServer } from "../../sql/metrics/serve-privately.ts";

/** A heartbeat job is queued every second; ten seconds without one completing means nothing is being done. */
const STALE_AFTER_MS = 10_000;

/**
 * Serves GET /healthz: 200 while the heartbeat job of this process completes, 503 once the last one is
 * more than 10 s old. It shows that jobs get done, which an open port does not. Throws when the port is taken.
 *
 * @param lastHeartbeat when the last heartbeat job completed, in monotonic milliseconds (performance.now)
 */
export function serveHealth(
  address: { port: number; host: string },
  lastHeartbeat: () => number,
): Promise<PrivateServer> {
  return servePrivately(address, "/healthz", (_request, response) => {
    const ageMs = Math.round(performance.now() - lastHeartbeat());
    const healthy = ageMs <= STALE_AFTER_MS;
    response.writeHead(healthy ? 200 : 503, {
      "content-type": "application/json",
      "cache-control": "no-store",
    });
    response.end(JSON.stringify({ status: healthy ? "ok" : "stale", lastHeartbeatMsAgo: ageMs }));
  });
}
