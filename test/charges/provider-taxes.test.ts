import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { addStatementLines, beginStatement, finishStatement } from "../../sql/reconciliation/statements.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { payOut } from "./pay-out.ts";

const balances = async (database: Database) =>
  Object.fromEntries(
    (
      await database.any(sql.type(z.object({ kind: z.string(), balance: z.bigint() }))`
        select kind, balance from ledger_balances where environment = 'live' and currency = 'NGN'
          and kind in ('stamp_duty_payable', 'input_vat', 'provider_costs')`)
    ).map(({ kind, balance }) => [kind, Number(balance)]),
  );

const YESTERDAY = new Date(Date.now() - 23 * 3_600_000).toISOString().slice(0, 10);

/** Imports a statement with a transfer of each payout, which cost fee with vat. */
async function importLines(
  database: Database,
  references: string[],
  { fee, vat }: { fee: bigint; vat?: bigint },
) {
  const statement = {
    gateway: "http",
    fileHash: Buffer.from(references.join()),
    from: YESTERDAY,
    to: YESTERDAY,
    hasCredits: true,
    hasTransfers: true,
    hasMoves: false,
  };
  const id = await beginStatement(database, statement);
  const lines = references.map((reference, index) => ({
    number: index + 1,
    lineId: `${references.join()}-${index}`,
    kind: "transfer" as const,
    amount: 1_000_000n,
    fee,
    vat,
    currency: "NGN",
    reference,
    providerId: null,
    movedAt: new Date(`${YESTERDAY}T12:00:00Z`),
  }));
  await addStatementLines(database, { statementId: id!, lines });
  await finishStatement(database, { statementId: id!, acting: { actor: "Ada", reason: "test" } });
}

test("stamp duty that a provider charges is booked once as paid, and only where an operator said so", async ({
  database,
  databaseUrl,
}) => {
  const tenant = await createFundedMerchant(database, 10_000_000n, "live");
  const pay = async () => (await payOut(database, tenant, { amount: 1_000_000n })).reference;
  const references = [await pay(), await pay(), await pay()];
  await importLines(database, [references[0]!], { fee: 6_000n });
  expect(await balances(database)).toEqual({
    stamp_duty_payable: 15_000,
    input_vat: 0,
    provider_costs: -6_000,
  });

  const why = { operator: "Ada", reason: "its contract" };
  await runOpsScript(databaseUrl, "set-duty-charged", { gateway: "http", charges: "yes", ...why });
  // The second one has two lines.
  await importLines(database, [references[1]!, references[1]!, references[2]!], { fee: 6_000n, vat: 75n });
  expect(await balances(database)).toEqual({
    stamp_duty_payable: 5_000,
    input_vat: -225,
    provider_costs: -6_000 - 3 * 6_000 + 2 * 5_000 + 225,
  });
  expect(await ledgerDrift(database)).toEqual([]);
  const report = await runOpsScript(databaseUrl, "tax-report", { month: YESTERDAY });
  expect(report).toContainEqual(
    expect.objectContaining({ kind: "stamp_duty_paid_by_provider", amount: 10_000 }),
  );
  expect(report).toContainEqual(expect.objectContaining({ kind: "input_vat", amount: 225 }));
  for (const column of ["vat", "stamp_duty"] as const) {
    const set = sql.identifier([column]);
    await database.query(
      sql.type(z.object({}))`update provider_statement_lines set ${set} = ${set} + 1 where vat > 0`,
    );
    expect(await ledgerDrift(database)).toHaveLength(1);
    await database.query(
      sql.type(z.object({}))`update provider_statement_lines set ${set} = ${set} - 1 where vat > 0`,
    );
  }
});
