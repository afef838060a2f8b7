import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { z } from "zod";
import { balanceTransactionJson, balanceTransactionKinds } from "../../sql/books/balance-transaction-json.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { test } from "../helpers/test.ts";

const page = readFileSync(new URL("../../docs/books.md", import.meta.url), "utf8");

/** The rows of the page's table with this first column, by the names of its columns. */
function tableOf(first: string): Record<string, string>[] {
  const lines = page.slice(page.search(new RegExp(`^\\| ${first} `, "m"))).split("\n");
  const [head, , ...rows] = lines
    .slice(0, lines.indexOf(""))
    .map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
  return rows.map((cells) => Object.fromEntries(cells.map((cell, nth) => [head![nth], cell])));
}

/** Kobo of an amount in naira, such as −8,026.88. */
const kobo = (text = "") => Math.round(Number(text.replaceAll(",", "").replace("−", "-")) * 100);

test("the books page's movements add up, and cost what the law says", async ({ fileDatabase: database }) => {
  const feesOf = (amount: number) =>
    database.one(sql.type(z.object({ fee: z.int(), fees: z.unknown() }))`
      select c.fee::integer as fee, fees_json(c.fee, c.vat, c.stamp_duty, 'NGN') as fees
      from charges_of('payout', 'live', ${amount}, null, true, now()) c`);
  const sample = balanceTransactionJson.parse(JSON.parse(/```json\n([^`]*)```/.exec(page)![1]!));
  const { fee, fees } = await feesOf(-sample.amount.value);
  expect(sample.fees).toEqual(fees);
  expect(sample.net.value).toBe(sample.amount.value - fee);

  const movements = tableOf("sequence");
  let balance = 0;
  for (const [nth, row] of movements.entries()) {
    const [amount, net] = [kobo(row["amount"]), kobo(row["net"])];
    expect([row["sequence"], net]).toEqual([String(nth + 1), amount - kobo(row["fees"])]);
    if (row["kind"] === "payout") expect(kobo(row["fees"])).toBe((await feesOf(-amount)).fee);
    balance += net;
    expect(kobo(row["balanceAfter"])).toBe(balance);
  }
  expect(page).toContain(`0 + ${movements.at(-1)!["balanceAfter"]} is the statement's closing balance`);

  const paid = (source = "") =>
    movements.filter((row) => row["source"] === source).reduce((sum, row) => sum + kobo(row["amount"]), 0);
  expect(
    tableOf("order").map((row) => [row["order"], paid(row["collection"]) - kobo(row["paid"])]),
    "what the page says of each order",
  ).toEqual([
    ["1001", 100_00],
    ["1002", 0],
    ["1003", -2_500_00],
  ]);
});

test("the books page's kinds are those by which movements can be listed", () => {
  const kinds = tableOf("`kind`").map((row) => row["kind"]);
  expect(kinds.toSorted()).toEqual(balanceTransactionKinds.toSorted());
});
