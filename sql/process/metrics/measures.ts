import { z } from "zod";
import type { Connection } from "../database.ts";
import { call } from "../call.ts";
import { sql } from "../sql-tag.ts";

const bound = "10,000 means that or more.";

/** The metrics of the whole service, by their names after "payments_": what a value's labels are, and what it says. */
export const serviceMetrics = {
  queue_jobs_due: { labels: ["queue"], help: `Jobs that could run now. ${bound}` },
  queue_oldest_due_seconds: {
    labels: ["queue"],
    help: "How long the oldest job that could run has been due.",
  },
  payouts: {
    labels: ["environment", "state"],
    help: `Payouts that are not final, without those that wait for a person. ${bound}`,
  },
  payouts_oldest_seconds: {
    labels: ["environment", "state"],
    help: "The age of the oldest of these payouts.",
  },
  payout_batches_oldest_seconds: {
    labels: ["environment"],
    help: "How long the started batch that has waited longest has waited for its next payouts; 0 if none waits.",
  },
  payouts_to_review: { labels: ["environment"], help: `Payouts that a person has to decide. ${bound}` },
  suspended_credits: { labels: ["environment"], help: `Credits whose money is in suspense. ${bound}` },
  webhook_endpoints_disabled: {
    labels: ["environment"],
    help: `Webhook endpoints that get nothing, because they failed for too long. ${bound}`,
  },
  webhooks_oldest_seconds: {
    labels: ["environment"],
    help: "How long the oldest event that is due has waited, without endpoints that are slow or disabled.",
  },
  archive_failing_seconds: {
    labels: [],
    help: "For how long PostgreSQL could not archive its log; 0 while it can. Absent without an archive.",
  },
  backup_timestamp_seconds: {
    labels: [],
    help: "When the last backup of the database ended, since 1970. Absent before the first one.",
  },
  database_bytes: { labels: [], help: "The size of the database on its disk." },
  worker_processes: { labels: [], help: "Worker processes that live, of all machines." },
  reconciliation_differences: {
    labels: ["provider", "kind"],
    help: `Differences between providers and the books that nobody has closed. ${bound}`,
  },
  reconciliation_oldest_seconds: {
    labels: ["provider", "kind"],
    help: "The age of the oldest of these differences.",
  },
  float_minor_units: {
    labels: ["gateway", "currency"],
    help: "What a live gateway holds for us by our books, in kobo or cents. Absent before it held anything.",
  },
  float_minimum_minor_units: {
    labels: ["gateway", "currency"],
    help: "Below this its float is low. Absent where none is set.",
  },
  provider_balance_minor_units: {
    labels: ["gateway", "currency"],
    help: "The last balance that a live gateway's provider reported. Absent before the first report.",
  },
  provider_balance_timestamp_seconds: {
    labels: ["gateway", "currency"],
    help: "When it was reported, since 1970. Before the first report: when it was first polled, without a currency.",
  },
  float_shortfall_minor_units: {
    labels: ["gateway", "currency"],
    help: "How much less that is than our books, without explanation; 0 if nothing is missing.",
  },
  ledger_proof_timestamp_seconds: {
    labels: [],
    help: "When scripts/ops/ledger/prove-ledger.sql last checked the books, since 1970. Absent before the first time.",
  },
  ledger_proof_discrepancies: { labels: [], help: "What that found wrong." },
  partitions_ahead_seconds: {
    labels: ["table"],
    help: "For how long from now a table with partitions has some.",
  },
  rows_without_partition: {
    labels: ["table"],
    help: `Rows of such a table in its default partition, since it lacked one for their time. ${bound}`,
  },
} satisfies Record<string, { labels: string[]; help: string }>;
type ServiceMetric = keyof typeof serviceMetrics;

const measureRow = z.object({
  measure: z.enum(Object.keys(serviceMetrics) as ServiceMetric[]),
  subject: z.string().nullable(),
  state: z.string().nullable(),
  value: z.number(),
});

/** What the metrics say about the whole service; the two functions explain the rows. */
export async function measureService(connection: Connection) {
  return connection.any(sql.type(measureRow)`
    select measure, subject, state, value from measure_service()
    union all
    select measure, subject, state, value from measure_floats()`);
}

/** What the metrics say about payouts by provider and bank; measure_payouts() explains the rows. */
export const measurePayouts = call("measure_payouts", {
  measure: z.enum(["open", "recent"]),
  age: z.string().nullable(),
});

export type PayoutsMeasure = Awaited<ReturnType<typeof measurePayouts>>[number];
