import { Gauge, Histogram, Registry } from "prom-client";
import type { PoolUse } from "../database.ts";
import { version } from "../version.ts";

/** How often the event loop's delay is sampled. Whatever blocks it for longer is noticed each time. */
const LAG_EVERY_MS = 100;

/** `read`: what it is at the scrape; undefined makes it absent. */
export type ReadGauge = {
  name: string;
  help: string;
  read: () => number | undefined | Promise<number | undefined>;
};

export type ProcessMetrics = { registry: Registry; stop(): void };

/**
 * A running process's own metrics: its version, memory and connections, its event loop's delay, and further gauges.
 * Separate from counters, since these end with what they read.
 */
export function measureProcess(
  pools: Record<string, () => PoolUse>,
  gauges: readonly ReadGauge[],
): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  for (const { name, help, read } of gauges) {
    const collect = async () => {
      const value = await read();
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    };
    const gauge: Gauge = new Gauge({ name, help, registers, collect });
  }

  const release = { name: "payments_process_version", help: "Always 1: the release is the label." };
  new Gauge({ ...release, labelNames: ["version"], registers }).set({ version }, 1);
  const memory: Gauge = new Gauge({
    name: "payments_process_memory_bytes",
    help: "The memory that the process holds (resident set).",
    registers,
    collect: () => memory.set(process.memoryUsage.rss()),
  });
  const waiting = new Gauge({
    name: "payments_database_pool_waiting",
    help: "Queries that wait for a connection of the pool.",
    labelNames: ["pool"],
    registers,
  });
  const connections: Gauge<"pool" | "state"> = new Gauge({
    name: "payments_database_pool_connections",
    help: "PostgreSQL connections of the pool, by whether a query has them.",
    labelNames: ["pool", "state"],
    registers,
    collect: () => {
      for (const [pool, use] of Object.entries(pools)) {
        const now = use();
        connections.set({ pool, state: "in_use" }, now.inUse);
        connections.set({ pool, state: "idle" }, now.idle);
        waiting.set({ pool }, now.waiting);
      }
    },
  });

  const lag = new Histogram({
    name: "payments_event_loop_lag_seconds",
    help: `How late a timer came that is set every ${LAG_EVERY_MS} ms.`,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  let setAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    lag.observe(Math.max(0, now - setAt - LAG_EVERY_MS) / 1000);
    setAt = now;
  }, LAG_EVERY_MS).unref();

  return { registry, stop: () => clearInterval(timer) };
}
