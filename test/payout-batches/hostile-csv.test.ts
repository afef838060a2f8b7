import { describe, expect, test } from "vitest";
import { readBody, refusalOf } from "./batch-files.ts";

const header = "amount,bank,account_number,account_name,narration,purpose,merchant_reference\n";
const good = "500,058,0123456789,Ada Obi,,,";
const all = "amount, bank, account_number, account_name, narration, purpose, merchant_reference";
const notUtf8 = "is not UTF-8 text: save the file as CSV UTF-8";
const openQuote = 'is longer than 16384 bytes: a quote (") may be left open';
const readAs = (encoding: string, text: string) =>
  new TextDecoder(encoding).decode(encoding === "utf-8" ? Buffer.from(text, "latin1") : Buffer.from(text));

/** Files that are refused as a whole. */
const refused: [string, csv: string, problem: string][] = [
  ["NUL", `${header}${good}\n500,058,01234\x0056789,,,,`, `row 3, column account_number: ${notUtf8}`],
  ["5 MB of quotes", header + '"'.repeat(2_400_000), `row 2, column amount: ${openQuote}`],
  ["UTF-16 without BOM", Buffer.from(header, "utf16le").toString(), `row 1, column 1: ${notUtf8}`],
  [
    "UTF-16 with BOM",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(header, "utf16le")]).toString(),
    `row 1, column 1: ${notUtf8}`,
  ],
  [
    "Windows-1252",
    header + readAs("utf-8", "500,058,0123456789,Ren\xe9e,,,"),
    `row 2, column account_name: ${notUtf8}`,
  ],
  ["duplicate headers", `amount,bank,Amount\n`, "row 1, column amount: is there twice"],
  ["a misspelt header", `amont,bank,account_number\n`, "row 1, column 1: unknown; did you mean amount?"],
  ["a missing header", `amount,account_number\n`, "row 1: must have a column bank"],
  [
    "a header in another language",
    "montant,banque,numéro de compte\n500,058,0123456789",
    `row 1, column 1: unknown; the columns are ${all}`,
  ],
  ["no header", `\n${good}\n`, `row 2, column 1: unknown; the columns are ${all}`],
  [
    "lone CR",
    header.replace("\n", "\r") + good,
    "row 1: ends its lines with CR alone: save the file as CSV UTF-8",
  ],
  [
    "tabs",
    `${header}${good}`.replaceAll(",", "\t"),
    "row 1: is separated by tabs: save the file as CSV, separated by commas or semicolons",
  ],
  [
    "mixed separators",
    "amount,bank;account_number,account_name\n",
    `row 1, column 2: has another separator than the columns before it`,
  ],
  ["10,001 rows", header + `${good}\n`.repeat(10_001), "row 10002: a batch has at most 10000 items"],
  [
    "5 MB of blank rows",
    header + ",\n".repeat(1_600_000),
    "row 20001: a file has at most 20000 rows, blank ones included",
  ],
  ["5 MB of blank lines", header + "\n".repeat(2_400_000), "row 2: the file has a header and no rows"],
  ["5 MB of commas", header + ",".repeat(4_900_000), "row 2: has more than 50 columns"],
  ["only blanks", " \n\n", `row 1: must name the columns: ${all}`],
  ["a header only", header, "row 2: the file has a header and no rows"],
  [
    "an unclosed quote",
    `${header}${good}\n500,058,0123456789,"Ada,,,\n${good}`,
    'row 3, column account_name: has a quote (") that is left open, or in the middle of a value',
  ],
  [
    "a quote within a value",
    `${header}500,058,0123456789,Ada "Queen" Obi,,,`,
    'row 2, column account_name: has a quote (") that is left open, or in the middle of a value',
  ],
  [
    "a huge cell",
    `${header}500,058,0123456789,${"x".repeat(4_900_000)},,,`,
    `row 2, column account_name: ${openQuote}`,
  ],
];

/** Rows that are errors of their items; the file is accepted. */
const wrong: [string, row: string, field: string, code: string, suggestion?: string][] = [
  ["a formula", "500,058,0123456789,=HYPERLINK(1),,,", "destination.accountName", "FORMULA"],
  ["a formula that begins with @", "500,058,0123456789,,@SUM(1),,", "narration", "FORMULA"],
  ["a formula behind a no-break space", "500,058,0123456789,,,,\u00a0+1", "merchantReference", "FORMULA"],
  ["a formula as amount", "=1+1,058,0123456789,,,,", "amount", "AMOUNT_INVALID"],
  ["a negative amount", "-5,058,0123456789,,,,", "amount", "AMOUNT_INVALID"],
  ["an exponent", "1e5,058,0123456789,,,,", "amount", "AMOUNT_INVALID"],
  ["a currency", "NGN 500,058,0123456789,,,,", "amount", "AMOUNT_INVALID", "500"],
  ["a decimal comma", '"12,50",058,0123456789,,,,', "amount", "AMOUNT_INVALID", "12.50"],
  ["dots between thousands", '"1.234,50",058,0123456789,,,,', "amount", "AMOUNT_INVALID", "1,234.50"],
  ["an amount of three decimals", "1.234,058,0123456789,,,,", "amount", "AMOUNT_INVALID"],
  ["less than a naira", "0.99,058,0123456789,,,,", "amount", "AMOUNT_INVALID"],
  ["no amount", ",058,0123456789,,,,", "amount", "FIELD_REQUIRED"],
  [
    "an account of 9 digits",
    "500,058,123456789,,,,",
    "destination.accountNumber",
    "ACCOUNT_NUMBER_INVALID",
    "0123456789",
  ],
  ["a shortened account", "500,058,1.23457E+08,,,,", "destination.accountNumber", "ACCOUNT_NUMBER_INVALID"],
  ["a bank of 2 digits", "500,44,0123456789,,,,", "destination.bankCode", "BANK_UNKNOWN", "044"],
  ["a misspelt bank", "500,Acess Bank,0123456789,,,,", "destination.bankCode", "BANK_UNKNOWN", "Access Bank"],
  ["an unknown purpose", "500,058,0123456789,,,wages,", "purpose", "PURPOSE_UNKNOWN"],
  ["control characters", "500,058,0123456789,Ada\u0007Obi,,,", "destination.accountName", "TEXT_INVALID"],
  ["a bidi override", "500,058,0123456789,Ada\u202eibO,,,", "destination.accountName", "TEXT_INVALID"],
  ["a quoted newline", '500,058,0123456789,"Ada\nObi",,,', "destination.accountName", "TEXT_INVALID"],
  ["a long text", `500,058,0123456789,,${"x".repeat(141)},,`, "narration", "TEXT_TOO_LONG"],
  ["too many columns", "12,500.00,058,0123456789,,,,", "row", "COLUMNS_INVALID"],
  ["too few columns", "500,058", "row", "COLUMNS_INVALID"],
  ["another separator", "500;058;0123456789;;;;", "row", "COLUMNS_INVALID"],
];

describe("a CSV file that is wrong", () => {
  test.for(refused)("is refused for %s, with row and column", async ([, csv, problem]) => {
    expect(await refusalOf({ csv })).toEqual({ code: "VALIDATION_ERROR", details: { csv: problem } });
  });

  test("has its errors by row, and all other rows are read", async () => {
    const rows = wrong.map(([, row]) => row);
    const { items } = await readBody({ csv: `${header}${rows.join("\n")}\n${good}` });
    expect(items).toHaveLength(wrong.length + 1);
    // A quoted line break is within a row, as in a spreadsheet.
    expect(items.map(({ row }) => row)).toEqual(items.map((_, index) => index + 2));
    expect(items.at(-1)).not.toHaveProperty("errors");
    for (const [index, [name, , field, code, suggestion]] of wrong.entries()) {
      const { errors, given = {} } = items[index]!;
      const message: unknown = expect.any(String);
      expect(errors, name).toEqual([{ field, code, message, ...(suggestion && { suggestion }) }]);
      if (code !== "FIELD_REQUIRED") expect(Object.keys(given), name).toEqual([field]);
    }
  });
});
