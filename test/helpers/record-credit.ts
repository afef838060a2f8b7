import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import type { ReportedCredit as HttpCredit } from "../../sql/collections/credits/credits.ts";
import { sql } from "../../sql/process/sql-tag.ts";

const recording = z.object({
  outcome: z.enum(["recorded", "confirming", "repeated", "discrepancy", "elsewhere"]),
  credit_id: z.bigint().nullable(),
});

/** What any gateway reports. */
export type ReportedCredit = HttpCredit & { environment: Environment };

/** Money that came in, in either environment. Only other functions of the database may record it so. */
export async function recordCredit(
  connection: Connection,
  { environment, ...credit }: ReportedCredit,
): Promise<z.output<typeof recording>> {
  const payer = credit.payer === null ? null : sql.json(credit.payer as never);
  const paidAt = credit.paidAt === undefined ? null : sql.timestamp(credit.paidAt);
  return connection.one(sql.type(recording)`
    select outcome, credit_id from record_credit(
      ${environment}, ${credit.recipient}, ${credit.providerReference}, ${credit.amount}, ${credit.currency},
      ${payer}, ${credit.confirmed}, p_paid_at => ${paidAt}
    )`);
}
