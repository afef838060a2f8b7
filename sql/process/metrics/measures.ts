import { z } from "zod";
import type { Connection } from "../database.ts";
import { call } from "../call.ts";
import { sql } from "../sql-tag.ts";

const measureRow = z.object({
  measure: z.enum([
    "jobs_due",
    "oldest_job",
    "payouts",
    "oldest_payout",
    "payouts_to_review",
    "suspended_credits",
    "disabled_endpoints",
    "worker_processes",
    "differences",
    "oldest_difference",
    "float",
    "float_minimum",
    "provider_balance",
    "provider_balance_at",
    "float_shortfall",
    "ledger_proved_at",
    "ledger_discrepancies",
    "partitions_ahead",
    "rows_without_partition",
  ]),
  subject: z.string().nullable(),
  state: z.string().nullable(),
  value: z.number(),
});

export type Measure = z.output<typeof measureRow>;

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
