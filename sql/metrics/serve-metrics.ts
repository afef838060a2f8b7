import { Registry } from "prom-client";
import type { PoolUse } from "../database.ts";
import { servePrivately, type PrivateServer } from "./serve-privately.ts";
import { measureProcess, type ReadGauge } from "./process-metrics.ts";
import { registry } from "./registry.ts";

type Options = {
  port: number;
  host: string;
  pools: Record<string, () => PoolUse>;
  /** What this kind of process measures of itself besides. */
  gauges: readonly ReadGauge[];
};

/**
 * Serves GET /metrics in Prometheus' text format: what this process counts and measures. For those who run the service:
 * never on a port that the public reaches. Throws when the port is taken.
 */
export async function serveMetrics({ port, host, pools, gauges }: Options): Promise<PrivateServer> {
  const process = measureProcess(pools, gauges);
  const all = Registry.merge([registry, process.registry]);
  try {
    const server = await servePrivately({ port, host }, "/metrics", (_request, response) => {
      all.metrics().then(
        (text) =>
          response.writeHead(200, { "content-type": all.contentType, "cache-control": "no-store" }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    return {
      port: server.port,
      close: () => {
        process.stop();
        return server.close();
      },
    };
  } catch (error) {
    process.stop();
    throw error;
  }
}
