import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import type { Environment } from "../../sql/ledger/money.ts";
import { sql } from "../../sql/process/sql-tag.ts";

const recording = z.object({
  outcome: z.enum(["recorded", "confirming", "repeated", "discrepancy", "elsewhere"]),
  credit_id: z.bigint().nullable(),
});

/** Money that a gateway reports as received; `amount` in minor units of the currency. */
export type ReportedCredit = {
  environment: Environment;
  /** The reference of the virtual account or crypto collection that the gateway provisioned for it. */
  recipient: string;
  /** The provider's transaction id: the same in every report of it. */
  providerReference: string;
  amount: bigint;
  currency: string;
  payer: Record<string, unknown> | null;
  /** False: seen, and not final yet. */
  confirmed: boolean;
  /** When the payer paid, according to the provider. */
  paidAt?: Date | undefined;
};

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
