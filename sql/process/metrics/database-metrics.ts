import { Gauge, Registry } from "prom-client";
import { createDatabase } from "../database.ts";
import { measurePayouts, measureService, type Measure, type PayoutsMeasure } from "./measures.ts";

/** However often a process is scraped, it queries the database no more often than this. */
const EVERY_MS = 15_000;
/** For a connection, and for the statement. */
const LIMIT_MS = 1_000;

/** The one connection that measures the service. */
export const metricsConnections = 1;

export type DatabaseMetrics = {
  registry: Registry;
  /** Queries the database, unless that was done a moment ago. Waits for a query in progress. Never rejects. */
  refresh(): Promise<void>;
  end(): Promise<void>;
};

const bound = "10,000 means that or more.";
type Said = { name: string; help: string; labels: readonly Label[] };
type Label = "queue" | "environment" | "state" | "provider" | "kind" | "gateway" | "currency" | "table";
const said: Record<Measure["measure"], Said> = {
  jobs_due: {
    name: "payments_queue_jobs_due",
    help: `Jobs that could run now. ${bound}`,
    labels: ["queue"],
  },
  oldest_job: {
    name: "payments_queue_oldest_due_seconds",
    help: "How long the oldest job that could run has been due.",
    labels: ["queue"],
  },
  payouts: {
    name: "payments_payouts",
    help: `Payouts that are not final, without those that wait for a person. ${bound}`,
    labels: ["environment", "state"],
  },
  oldest_payout: {
    name: "payments_payouts_oldest_seconds",
    help: "The age of the oldest of these payouts.",
    labels: ["environment", "state"],
  },
  payouts_to_review: {
    name: "payments_payouts_to_review",
    help: `Payouts that a person has to decide. ${bound}`,
    labels: ["environment"],
  },
  suspended_credits: {
    name: "payments_suspended_credits",
    help: `Credits whose money is in suspense. ${bound}`,
    labels: ["environment"],
  },
  disabled_endpoints: {
    name: "payments_webhook_endpoints_disabled",
    help: `Webhook endpoints that get nothing, because they failed for too long. ${bound}`,
    labels: ["environment"],
  },
  worker_processes: {
    name: "payments_worker_processes",
    help: "Worker processes that live, of all machines.",
    labels: [],
  },
  differences: {
    name: "payments_reconciliation_differences",
    help: `Differences between providers' statements and the books that nobody has closed. ${bound}`,
    labels: ["provider", "kind"],
  },
  oldest_difference: {
    name: "payments_reconciliation_oldest_seconds",
    help: "The age of the oldest of these differences.",
    labels: ["provider", "kind"],
  },
  float: {
    name: "payments_float_minor_units",
    help: "What a live gateway holds for us by our books, in kobo or cents. Absent before it held anything.",
    labels: ["gateway", "currency"],
  },
  float_minimum: {
    name: "payments_float_minimum_minor_units",
    help: "Below this its float is low. Absent where none is set.",
    labels: ["gateway", "currency"],
  },
  provider_balance: {
    name: "payments_provider_balance_minor_units",
    help: "The last balance that a live gateway's provider reported. Absent before the first report.",
    labels: ["gateway", "currency"],
  },
  provider_balance_at: {
    name: "payments_provider_balance_timestamp_seconds",
    help: "When it was reported, since 1970. Before the first report: when it was first polled, without a currency.",
    labels: ["gateway", "currency"],
  },
  float_shortfall: {
    name: "payments_float_shortfall_minor_units",
    help: "How much less that is than our books, without explanation; 0 if nothing is missing.",
    labels: ["gateway", "currency"],
  },
  ledger_proved_at: {
    name: "payments_ledger_proof_timestamp_seconds",
    help: "When scripts/ops/ledger/prove-ledger.sql last checked the books, since 1970. Absent before the first time.",
    labels: [],
  },
  ledger_discrepancies: {
    name: "payments_ledger_proof_discrepancies",
    help: "What that found wrong.",
    labels: [],
  },
  partitions_ahead: {
    name: "payments_partitions_ahead_seconds",
    help: "For how long from now a table with partitions has some.",
    labels: ["table"],
  },
  rows_without_partition: {
    name: "payments_rows_without_partition",
    help: `Rows of such a table in its default partition, since it lacked one for their time. ${bound}`,
    labels: ["table"],
  },
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
 * Over a connection of its own, which delays nobody.
 */
export async function createDatabaseMetrics(
  { databaseUrl, isPooled }: { databaseUrl: string; isPooled: boolean },
  onError: (error: unknown) => void,
): Promise<DatabaseMetrics> {
  const database = await createDatabase({
    url: databaseUrl,
    isPooled,
    applicationName: "metrics",
    maxPoolSize: metricsConnections,
    waitMs: LIMIT_MS,
    statementMs: LIMIT_MS,
  });
  const registry = new Registry();
  const registers = [registry];
  const up = new Gauge({
    name: "payments_database_up",
    help: "Whether the database last said this within a second: 0 while it is away, and while it is too slow.",
    registers,
  });
  const names = Object.keys(said) as Measure["measure"][];
  const gauges = new Map(
    names.map((key) => {
      const { name, help, labels } = said[key];
      return [key, new Gauge<string>({ name, help, labelNames: labels, registers })];
    }),
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
    for (const [name, gauge] of gauges) {
      if (said[name].labels.length === 0) gauge.remove();
      else gauge.reset();
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

  let askedAt = -Infinity;
  let asking: Promise<void> | undefined;
  return {
    registry,
    refresh: async () => {
      if (asking === undefined && performance.now() - askedAt >= EVERY_MS) {
        askedAt = performance.now();
        asking = measure().finally(() => (asking = undefined));
      }
      await asking;
    },
    end: () => database.end(),
  };
}
