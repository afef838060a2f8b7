import { Registry } from "prom-client";
import type { PoolUse } from "../database.ts";
import { createDatabaseMetrics } from "./database-metrics.ts";
import { servePrivately, type PrivateServer } from "./serve-privately.ts";
import { measureProcess, type ReadGauge } from "./process-metrics.ts";
import { registry } from "./registry.ts";

type Options = {
  port: number;
  host: string;
  databaseUrl: string;
  /** As createDatabase() has it. */
  isPooled: boolean;
  pools: Record<string, () => PoolUse>;
  /** Further metrics of this kind of process. */
  gauges: readonly ReadGauge[];
  /** Called when the database could not be measured. */
  onError: (error: unknown) => void;
};

/**
 * Serves GET /metrics in Prometheus' text format: this process's metrics, and the database's metrics of the whole
 * service. For operators: never on a public port. Throws if the port is taken.
 */
export async function serveMetrics(options: Options): Promise<PrivateServer> {
  const { port, host, databaseUrl, isPooled, pools, gauges, onError } = options;
  const process = measureProcess(pools, gauges);
  const database = await createDatabaseMetrics({ databaseUrl, isPooled }, onError);
  const all = Registry.merge([registry, process.registry, database.registry]);
  const stop = async () => {
    process.stop();
    await database.end();
  };
  try {
    const server = await servePrivately(
      { port, host },
      {
        "/metrics": (_request, response) => {
          const head = { "content-type": all.contentType, "cache-control": "no-store" };
          const scraped = database.refresh().then(() => all.metrics());
          scraped.then(
            (text) => response.writeHead(200, head).end(text),
            () => response.writeHead(500).end(),
          );
        },
      },
    );
    return {
      port: server.port,
      close: async () => {
        await server.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
