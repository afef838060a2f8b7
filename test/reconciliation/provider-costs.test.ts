import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { csvOf, DAY, importStatement, makeBooks } from "./provider-books.ts";

const balance = (database: Database, kind: string) =>
  database.oneFirst(sql.type(z.object({ balance: z.bigint() }))`
    select balance from ledger_balances where environment = 'live' and currency = 'NGN' and kind = ${kind}`);

test("what a provider charged is booked once for each line, and the ledger then holds what its statement says", async ({
  database,
  databaseUrl,
}) => {
  const { lines, payouts } = await makeBooks(database, databaseUrl);
  await importStatement(database, csvOf(lines));
  const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
  const cost = sum(lines.map(({ fee }) => fee));
  expect(cost).toBeGreaterThan(0n);
  expect(await balance(database, "provider_costs")).toBe(-cost);

  // The credit that was sent back is a reversal, as are transfers that came back.
  const isOut = ({ type, id }: (typeof lines)[number]) => type === "transfer" || id === "L-refund";
  const held = sum(lines.map((line) => (isOut(line) ? -line.amount : line.amount) - line.fee));
  expect(-(await balance(database, "float_http"))).toBe(held);
  expect(await ledgerDrift(database)).toEqual([]);

  // The same lines in another file cost nothing more.
  await importStatement(database, csvOf(lines.toReversed()));
  expect(await balance(database, "provider_costs")).toBe(-cost);

  const rows = await runOpsScript(databaseUrl, "provider-margin", { day: DAY });
  if (typeof rows === "string") throw new Error(rows);
  expect(sum(rows.map((row) => BigInt(row.cost as number)))).toBe(cost);
  // Each payout that succeeded, also where it was reversed later, was charged ₦10.
  const paid = BigInt(payouts.succeeded.length + payouts.reversed.length);
  expect(sum(rows.map((row) => BigInt(row.earned as number)))).toBe(paid * 1_000n);
  for (const { earned, cost: taken, margin } of rows)
    expect(margin).toBe((earned as number) - (taken as number));
  expect(rows.some(({ bank, merchant }) => bank === "Guaranty Trust Bank" && merchant !== null)).toBe(true);
});
