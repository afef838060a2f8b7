import { Gauge, Registry } from "prom-client";
import { createDatabase } from "../database.ts";
import { measurePayouts, measureService, serviceMetrics, type PayoutsMeasure } from "./measures.ts";

/** However often a process is scraped, it queries the database no more often than this. */
const EVERY_MS = 15_000;
/** The one connection that measures the service. */
export const metricsConnections = 1;

export type DatabaseMetrics = {
  registry: Registry;
  /** Queries the database, unless that was done a moment ago. Waits for a query in progress. Never rejects. */
  refresh(): Promise<void>;
  end(): Promise<void>;
};

type PayoutsLabel = Exclude<keyof PayoutsMeasure, "measure" | "value">;
type PayoutMetrics = { name: string; help: string; labels: readonly PayoutsLabel[] };
const banks = "The ten banks with most of them by name, the others as one.";
const payoutMetrics: Record<PayoutsMeasure["measure"], PayoutMetrics> = {
  open: {
    name: "payments_payouts_by_bank",
    help: `Payouts that are not final, of each state 1,000, of pending and held ones some of each merchant. ${banks}`,
    labels: ["environment", "state", "gateway", "bank", "age"],
  },
  recent: {
    name: "payments_recent_payouts",
    help: `How the newest 2,000 final payouts of each environment ended. ${banks}`,
    labels: ["environment", "state", "gateway", "bank"],
  },
};

/**
 * The database's metrics of the whole service: the same in every process, so that they are known while any one is up.
 * Over a connection of its own, which delays nobody. `limitMs` is for a connection, and for each statement.
 */
export async function createDatabaseMetrics(
  { databaseUrl, isPooled, limitMs = 1_000 }: { databaseUrl: string; isPooled: boolean; limitMs?: number },
  onError: (error: unknown) => void,
): Promise<DatabaseMetrics> {
  const database = await createDatabase({
    url: databaseUrl,
    isPooled,
    applicationName: "metrics",
    maxPoolSize: metricsConnections,
    waitMs: limitMs,
    statementMs: limitMs,
  });
  const registry = new Registry();
  const registers = [registry];
  const up = new Gauge({
    name: "payments_database_up",
    help: "Whether the database last said this within a second: 0 while it is away, and while it is too slow.",
    registers,
  });
  const gauges = new Map(
    Object.entries(serviceMetrics).map(([name, { help, labels }]) => [
      name,
      new Gauge<string>({ name: `payments_${name}`, help, labelNames: labels, registers }),
    ]),
  );

  const gaugesOfPayouts = new Map(
    Object.entries(payoutMetrics).map(([key, { name, help, labels }]) => [
      key,
      new Gauge<string>({ name, help, labelNames: labels, registers }),
    ]),
  );

  async function measure(): Promise<void> {
    const measures = await measureService(database).catch(onError);
    // Old values tell nothing now: absent is not zero, which reset() makes of one without labels.
    for (const [name, { labels }] of Object.entries(serviceMetrics)) {
      if (labels.length === 0) gauges.get(name)!.remove();
      else gauges.get(name)!.reset();
    }
    up.set(measures === undefined ? 0 : 1);
    for (const { measure: name, subject, state, value } of measures ?? []) {
      const values = [subject, state].filter((word) => word !== null);
      gauges
        .get(name)!
        .labels(...values)
        .set(value);
    }

    const ofPayouts = measures === undefined ? undefined : await measurePayouts(database).catch(onError);
    for (const gauge of gaugesOfPayouts.values()) gauge.reset();
    for (const row of ofPayouts ?? []) {
      const labels = payoutMetrics[row.measure].labels.map((label) => [label, row[label] ?? ""]);
      gaugesOfPayouts.get(row.measure)!.set(Object.fromEntries(labels), row.value);
    }
  }

  let measuredAt = -Infinity;
  let measuring: Promise<void> | undefined;
  return {
    registry,
    refresh: async () => {
      if (measuring === undefined && performance.now() - measuredAt >= EVERY_MS) {
        measuredAt = performance.now();
        measuring = measure().finally(() => (measuring = undefined));
      }
      await measuring;
    },
    end: () => database.end(),
  };
}
