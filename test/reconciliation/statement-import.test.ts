import { describe, expect } from "vitest";
import { z } from "zod";
import { listAuditLog } from "../../sql/queries/audit-log.ts";
import { sql } from "../../sql/sql-tag.ts";
import { test } from "../helpers/test.ts";
import {
  at,
  csvOf,
  DAY,
  dayAfter,
  importStatement,
  keptDifferences,
  type BookLine,
} from "./provider-books.ts";

const line: BookLine = {
  ...{ id: "T1", type: "transfer", reference: "pyt_1", providerId: "out-1" },
  ...{ amount: 100_050n, fee: 1_050n, currency: "NGN", time: at("23:59:59") },
};
const only = { from: DAY, to: DAY };

const kept = z.object({
  line_id: z.string(),
  kind: z.string(),
  amount: z.bigint(),
  fee: z.bigint(),
  day: z.string(),
});
const readLines = sql.type(kept)`
  select line_id, kind, amount, fee, day::text from provider_statement_lines order by id`;

describe("a statement", () => {
  test("is imported once, with exact amounts and the day in Nigeria, and the log says who did it", async ({
    database,
  }) => {
    const csv = csvOf([line, { ...line, id: "T2", amount: 1n, fee: 0n, time: at("00:00:00") }]);
    expect(await importStatement(database, csv, only)).toMatchObject({ newLines: 2, importedBefore: false });
    const lines = [
      { line_id: "T1", kind: "transfer", amount: 100_050n, fee: 1_050n, day: DAY },
      { line_id: "T2", kind: "transfer", amount: 1n, fee: 0n, day: DAY },
    ];
    expect(await database.any(readLines)).toEqual(lines);
    expect(await importStatement(database, csv, only)).toMatchObject({ newLines: 0, importedBefore: true });
    expect(await database.any(readLines)).toEqual(lines);
    expect(await listAuditLog(database, { limit: 10 })).toMatchObject([
      { action: "statement import", target: "http", actor: "Ada", after: { lines: 2 } },
    ]);
    // Another file of the same days may have them again.
    const further = csvOf([line, { ...line, id: "T3" }]);
    expect(await importStatement(database, further, only)).toMatchObject({ newLines: 1 });
  });

  test("that says something else of a line than before is refused, with the line's number", async ({
    database,
  }) => {
    await importStatement(database, csvOf([line]), only);
    const other = csvOf([
      { ...line, id: "T2" },
      { ...line, amount: line.amount + 1n },
    ]);
    await expect(importStatement(database, other, only)).rejects.toThrow(
      /line 3: a line of this id was imported/,
    );
    expect(await database.any(readLines)).toHaveLength(1);
  });

  const bad: [name: string, change: (csv: string) => string, problem: RegExp][] = [
    [
      "an amount with three decimals",
      (csv) => csv.replace("1000.50", "1000.505"),
      /line 3: amount: must be an amount/,
    ],
    [
      "an amount with a comma",
      (csv) => csv.replace("1000.50", '"1,000.50"'),
      /line 3: amount: must be an amount/,
    ],
    ["no amount", (csv) => csv.replace("1000.50", "0.00"), /line 3: amount: must be more than zero/],
    ["a negative fee", (csv) => csv.replace(",10.50,", ",-10.50,"), /line 3: fee: must be an amount/],
    [
      "another type",
      (csv) => csv.replace("T2,transfer", "T2,refund"),
      /line 3: type: must be transfer, credit or/,
    ],
    ["a time without an offset", (csv) => csv.replace("Z", ""), /line 3: time: must be a time/],
    ["another currency", (csv) => csv.replace("NGN", "GHS"), /line 3: currency: must be NGN or USD/],
    ["no id", (csv) => csv.replace("T2,", ","), /line 3: id: must be text/],
    ["a field too few", (csv) => csv.replace(",NGN", ""), /line 3: it has not as many fields/],
    ["a quote that stays open", (csv) => csv.replace("T2", '"T2'), /line \d+: this is not CSV/],
    ["a line without end", (csv) => csv.replace("T2", "x".repeat(20_000)), /line \d+: a line has at most/],
    [
      "a day that it is not for",
      (csv) => csv.replace(at("23:59:59"), at("00:00:00", 1)),
      /line 3: the time is on/,
    ],
  ];
  test.for(bad)(
    "with %s is refused by line and field, and none of it is imported",
    async ([, change, problem], { fileDatabase: database }) => {
      const [header, row] = csvOf([{ ...line, id: "T2" }]).split("\n");
      const csv = [header, row!.replace("T2", "T1"), change(row!), ""].join("\n");
      const error = await importStatement(database, csv, only).catch((e: unknown) => e);
      expect(error).toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringMatching(problem) });
      const n = sql.type(z.object({ n: z.number() }))`
      select (select count(*) from provider_statements)::integer
        + (select count(*) from provider_statement_lines)::integer + (select count(*) from audit_log)::integer as n`;
      expect(await database.oneFirst(n)).toBe(0);
    },
  );

  test("without a column, of days to come or of too many is refused", async ({ database }) => {
    const csv = csvOf([line]);
    await expect(importStatement(database, csv.replace("provider_id", "bank_id"), only)).rejects.toThrow(
      /line 1: the column provider_id is missing/,
    );
    await expect(importStatement(database, csv, { from: DAY, to: dayAfter(40) })).rejects.toThrow(
      /1 to 31 days/,
    );
    await expect(importStatement(database, csv, { from: DAY, to: dayAfter(20) })).rejects.toThrow(
      /yesterday at the latest/,
    );
    // Today, which is not over.
    await expect(importStatement(database, csv, { from: dayAfter(10), to: dayAfter(10) })).rejects.toThrow(
      /yesterday at the latest/,
    );
    await expect(importStatement(database, csv, { from: DAY, to: dayAfter(-1) })).rejects.toThrow(
      /1 to 31 days/,
    );
  });

  test("of Paystack has its transfers that moved money; one that was reversed moved it twice", async ({
    database,
  }) => {
    const header = "Transfer Code,Reference,Amount,Fee Charged,Currency,Status,Transferred At,Bank";
    const rows = [
      `TRF_1,pyt_1,1000.5,10,NGN,success,${at("10:00:00")},GTB`,
      `TRF_2,pyt_2,2000,25,NGN,Reversed,${at("11:00:00")},GTB`,
      "TRF_3,pyt_3,3000,,NGN,failed,,GTB",
      "TRF_4,pyt_4,3000,,NGN,pending,,GTB",
    ];
    await importStatement(database, ["\uFEFF" + header, ...rows].join("\r\n"), {
      ...only,
      provider: "paystack",
    });
    expect(await database.any(readLines)).toEqual([
      { line_id: "TRF_1", kind: "transfer", amount: 100_050n, fee: 1_000n, day: DAY },
      { line_id: "TRF_2", kind: "transfer", amount: 200_000n, fee: 2_500n, day: DAY },
      { line_id: "TRF_2/reversed", kind: "reversal", amount: 200_000n, fee: 0n, day: DAY },
    ]);
    expect((await keptDifferences(database)).map(({ kind }) => kind)).toEqual(Array(3).fill("missing_here"));
  });
});
