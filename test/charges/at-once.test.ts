import { expect } from "vitest";
import { z } from "zod";
import type { Connection, Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { whileLocked } from "../helpers/database/while-locked.ts";
import { balancesOf, createFundedMerchant, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { payOut } from "./pay-out.ts";

const run = (connection: Connection, statement: ReturnType<typeof sql.fragment>) =>
  connection.query(sql.type(z.object({}))`${statement}`);

/** Does the one, and commits once the other has met its lock or is done. Returns why the other was refused. */
const atOnce = (
  database: Database,
  one: ReturnType<typeof sql.fragment>,
  other: ReturnType<typeof sql.fragment>,
): Promise<string> =>
  whileLocked(
    database,
    (transaction) => run(transaction, one),
    () =>
      run(database, other)
        .then(() => "not refused")
        .catch((error: Error) => error.message),
  );

test("a refund waits for another one of the same payout, and is then refused", async ({ database }) => {
  const tenant = await createFundedMerchant(database, 10_000_000n, "live");
  const { reference } = await payOut(database, tenant, { amount: 1_000_000n, end: "reversed" });
  const before = await balancesOf(database, tenant);
  const refund = (kind: string) =>
    sql.fragment`select from refund_charges(${reference}, array[${kind}], null)`;
  expect(await atOnce(database, refund("vat"), refund("stamp_duty"))).toContain("were refunded before");
  expect((await balancesOf(database, tenant)).available).toBe(before.available! + 188);
  expect(await ledgerDrift(database)).toEqual([]);
});

test("a remittance waits for another one, and finds what is still owed", async ({ database }) => {
  const tenant = await createFundedMerchant(database, 10_000_000n, "live");
  await payOut(database, tenant, { amount: 1_000_000n });
  const remit = (reference: string, amount: number) =>
    sql.fragment`select remit_tax('vat', ${amount}, ${reference}, null)`;
  expect(await atOnce(database, remit("one", 100), remit("other", 89))).toContain("must be 1 to 88");
  expect(await atOnce(database, remit("two", 80), remit("two", 80))).toBe("not refused");
  expect(await ledgerDrift(database)).toEqual([]);
  const owed = await database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_balances where (environment, currency, kind) = ('live', 'NGN', 'vat_payable')`);
  expect(owed).toBe(8n);
});
