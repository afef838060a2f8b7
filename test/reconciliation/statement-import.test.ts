import { describe, expect } from "vitest";
import { z } from "zod";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { sql } from "../../sql/process/sql-tag.ts";
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
  id: "T1",
  type: "transfer",
  reference: "pyt_1",
  providerId: "out-1",
  amount: 100_050n,
  fee: 1_050n,
  currency: "NGN",
  time: at("23:59:59"),
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

  test("without lines is imported for each day on which nothing moved, once for each", async ({
    database,
  }) => {
    const next = { from: dayAfter(1), to: dayAfter(1) };
    for (const [days, importedBefore] of [
      [only, false],
      [next, false],
      [next, true],
    ] as const)
      expect(await importStatement(database, csvOf([]), days)).toMatchObject({ importedBefore });
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
      /line 3: type: must be transfer, credit, reversal, top_up or/,
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

  test("that does not prove itself whole is refused by its line, and the day is not covered", async ({
    database,
  }) => {
    const csv = csvOf([line, { ...line, id: "T2" }]);
    const [header, first, second] = csv.trimEnd().split("\n") as [string, string, string];
    const empty = ",".repeat(header.split(",").length - 1);
    for (const [name, text, problem] of [
      ["empty", "", /line 1: the columns' names are missing; needed are /],
      ["a lone BOM", "\ufeff", /line 1: the columns' names are missing/],
      ["blank lines", "\n\r\n  \n", /line 1: the columns' names are missing/],
      ["a column twice", `${header},AMOUNT\n${first},1\n`, /line 1: there are two columns amount/],
      ["a row without values", [header, first, empty, second].join("\n"), /line 3: it has no values/],
      [
        "a row that is cut off",
        [header, first, "T2,transfer"].join("\n"),
        /line 3: it has not as many fields/,
      ],
    ] as const)
      await expect(importStatement(database, text, only), name).rejects.toThrow(problem);
    expect(await database.any(readLines)).toEqual([]);
    // As spreadsheets end a file.
    const ended = `${csv.trimEnd()}\n${empty}\n${empty}\n\n`;
    expect(await importStatement(database, ended, only)).toMatchObject({ newLines: 2 });
  });

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

  const account = "va_01arz3ndektsv4rrffq69g5fav";
  const read = sql.type(kept.extend({ reference: z.string(), provider_id: z.string() }))`
    select line_id, kind, amount, fee, day::text, reference, provider_id from provider_statement_lines order by id`;

  test("of Paystack's payments has those to accounts of ours alone", async ({ database }) => {
    const rows = [
      "reference,amount,fees,currency,status,channel,paid_at,customer_email",
      `${account.replace("_", "-")},1000.05,15,NGN,success,bank_transfer,${at("10:00:00")},${account}@pay.example.com`,
      `T7,2000,,NGN,Reversed,Dedicated NUBAN,${at("11:00:00")},${account}@pay.example.com`,
      // A card, another currency, another reference and address, no money yet.
      `va-01arz3ndektsv4rrffq69g5fax,3000,45,NGN,success,card,${at("11:00:00")},ada@example.com`,
      `T8,a few,,GHS,success,mobile_money,soon,ada@example.com`,
      `T9,3000,45,NGN,success,bank_transfer,${at("11:00:00")},ada@example.com`,
      `T10,3000,,NGN,abandoned,bank_transfer,,${account}@pay.example.com`,
    ];
    await importStatement(database, rows.join("\n"), { ...only, provider: "paystack" });
    const one = `paystack:${account.replace("_", "-")}`;
    const about = { day: DAY, reference: account };
    expect(await database.any(read)).toEqual([
      { ...about, line_id: one, kind: "credit", amount: 100_005n, fee: 1_500n, provider_id: one },
      {
        ...about,
        line_id: "paystack:T7",
        kind: "credit",
        amount: 200_000n,
        fee: 0n,
        provider_id: "paystack:T7",
      },
      {
        ...about,
        line_id: "paystack:T7/reversed",
        kind: "reversal",
        amount: 200_000n,
        fee: 0n,
        provider_id: "paystack:T7",
      },
    ]);
  });

  test("of Monnify has its transfers that moved money, and the payments to accounts of ours alone", async ({
    database,
  }) => {
    const transfers = [
      "Transaction Reference,Reference,Amount,Fee,Currency,Status,Created On,Narration",
      `MFDS1,pyt_1,1000.05,10.75,NGN,SUCCESS,${DAY} 23:59:59.615,x`,
      `MFDS2,pyt_2,2000,20,NGN,COMPLETED,${DAY.split("-").toReversed().join("/")} 12:00:00 AM,x`,
      `MFDS3,pyt_3,3000,20,NGN,REVERSED,${at("12:00:00")},x`,
      // By its offset that is half past midnight in Nigeria, a day later.
      `MFDS6,pyt_6,400,0,NGN,SUCCESS,${dayAfter(-1)}T23:30:00.000+0000,x`,
      "MFDS4,pyt_4,many,,NGN,FAILED,,x",
      "MFDS5,pyt_5,3000,,NGN,PENDING_AUTHORIZATION,,x",
    ];
    await importStatement(database, transfers.join("\n"), { ...only, provider: "monnify" });
    const made = { kind: "transfer", day: DAY };
    expect(await database.any(readLines)).toEqual([
      { ...made, line_id: "MFDS1", amount: 100_005n, fee: 1_075n },
      { ...made, line_id: "MFDS2", amount: 200_000n, fee: 2_000n },
      { ...made, line_id: "MFDS3", amount: 300_000n, fee: 2_000n },
      { ...made, line_id: "MFDS3/reversed", kind: "reversal", amount: 300_000n, fee: 0n },
      { ...made, line_id: "MFDS6", amount: 40_000n, fee: 0n },
    ]);

    const reserved = `RESERVED_ACCOUNT,${account}`;
    const payments = [
      "transactionReference,paymentReference,productType,productReference,amountPaid,settlementAmount," +
        "currency,paymentStatus,paymentMethod,paidOn",
      `MNFY|1,${account},WEB_SDK,MNFY|1,5000.10,4925.09,NGN,OVERPAID,ACCOUNT_TRANSFER,${at("10:00:00")}`,
      `MNFY|2,MNFY|2,${reserved},700,690,NGN,PARTIALLY_PAID,ACCOUNT_TRANSFER,${DAY} 00:00:00`,
      `MNFY|3,${account},WEB_SDK,MNFY|3,700,690,NGN,PAID,CARD,${DAY} 00:00:00`,
      `MNFY|4,${account},RESERVED_ACCOUNT,shop 4,700,690,NGN,PAID,ACCOUNT_TRANSFER,${DAY} 00:00:00`,
      `MNFY|5,MNFY|5,${reserved},0,,NGN,EXPIRED,ACCOUNT_TRANSFER,`,
    ];
    await importStatement(database, payments.join("\n"), { ...only, provider: "monnify" });
    const came = { kind: "credit", day: DAY, reference: account };
    expect((await database.any(read)).slice(5)).toEqual([
      { ...came, line_id: "monnify:MNFY|1", amount: 500_010n, fee: 7_501n, provider_id: "monnify:MNFY|1" },
      { ...came, line_id: "monnify:MNFY|2", amount: 70_000n, fee: 1_000n, provider_id: "monnify:MNFY|2" },
    ]);
  });

  const monnifyRow = `MFDS2,pyt_2,1000.50,10,NGN,SUCCESS,${DAY} 12:00:00`;
  const paidRow = `MNFY|2,${account},WEB_SDK,x,1000.50,990,NGN,PAID,ACCOUNT_TRANSFER,${DAY} 12:00:00`;
  const paidColumns =
    "transaction_reference,payment_reference,product_type,product_reference,amount_paid,settlement_amount," +
    "currency,payment_status,payment_method,paid_on";
  const paystackRow = `T2,1000.50,15,NGN,success,dedicated_nuban,${at("12:00:00")},${account}@x.example`;
  const files = {
    "Monnify's transfers": {
      provider: "monnify",
      rows: ["transaction_reference,reference,amount,fee,currency,status,created_on", monnifyRow],
    },
    "Monnify's payments": { provider: "monnify", rows: [paidColumns, paidRow] },
    "Paystack's payments": {
      provider: "paystack",
      rows: ["reference,amount,fees,currency,status,channel,paid_at,customer_email", paystackRow],
    },
  } as const;
  const badRows: [file: keyof typeof files, from: string, to: string, problem: RegExp][] = [
    ["Monnify's transfers", "1000.50", "1000.505", /line 2: amount: must be an amount/],
    ["Monnify's transfers", "1000.50", "1.0005E3", /line 2: amount: must be an amount/],
    ["Monnify's transfers", ",10,", ",-10,", /line 2: fee: must be an amount/],
    ["Monnify's transfers", "12:00:00", "noon", /line 2: created_on: must be a time such as/],
    ["Monnify's transfers", "12:00:00", "12:00:00 UTC", /line 2: created_on: must be a time such as/],
    ["Monnify's transfers", "NGN", "566", /line 2: currency: must be NGN or USD/],
    ["Monnify's transfers", "MFDS2", "", /line 2: transaction_reference: must be text/],
    [
      "Monnify's transfers",
      ",fee,",
      ",total_fee,",
      /line 1: the column fee is missing; needed are transaction_r/,
    ],
    ["Monnify's payments", "1000.50", "0", /line 2: amount_paid: must be more than zero/],
    ["Monnify's payments", "990", "1000.51", /line 2: settlement_amount: must not be more than amount_paid/],
    [
      "Monnify's payments",
      "990",
      "0.00",
      /line 2: settlement_amount: must be more than zero: export it once/,
    ],
    ["Monnify's payments", "990", "", /line 2: settlement_amount: must be an amount/],
    ["Monnify's payments", "12:00:00", "24:00:00", /line 2: paid_on: must be a time such as/],
    ["Monnify's payments", "12:00:00", "12:00:00 +0100", /line 2: paid_on: must be a time such as/],
    ["Monnify's payments", "settlement_amount", "settled", /line 1: the column settlement_amount is missing/],
    ["Paystack's payments", "1000.50", '"1,000.50"', /line 2: amount: must be an amount/],
    ["Paystack's payments", "Z", "", /line 2: paid_at: must be a time such as/],
    ["Paystack's payments", "customer_email", "email", /line 1: the column customer_email is missing/],
  ];
  test.for(badRows)("in %s with %s as '%s' is refused by line and field", async (one, { fileDatabase }) => {
    const [file, from, to, problem] = one;
    const { provider, rows } = files[file];
    const csv = rows.join("\n");
    await fileDatabase
      .transaction(async (transaction) => {
        expect(await importStatement(transaction, csv, { ...only, provider })).toMatchObject({ newLines: 1 });
        throw new Error("undone");
      })
      .catch((error: unknown) => expect(error).toMatchObject({ message: "undone" }));
    await expect(importStatement(fileDatabase, csv.replace(from, to), { ...only, provider })).rejects.toThrow(
      problem,
    );
  });
});
