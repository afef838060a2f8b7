import { checkItem, givenText, type ReadItem } from "./check-item.ts";
import type { ItemError } from "./item-errors.ts";
import type { BankMatcher } from "./match-bank.ts";
import { readNaira } from "./naira-text.ts";
import { columns, type Column, type CsvRow } from "./read-csv.ts";

/** The field of an item that a column gives. */
export const fieldOf: Record<Column, string> = {
  amount: "amount",
  bank: "destination.bankCode",
  account_number: "destination.accountNumber",
  account_name: "destination.accountName",
  narration: "narration",
  purpose: "purpose",
  merchant_reference: "merchantReference",
};

/** Columns of free text. */
const freeTexts = ["account_name", "narration", "merchant_reference"] as const;

/** Checks one row of a CSV file. It has all its errors, at most one for each column. */
export function checkRow(csvRow: CsvRow, banks: BankMatcher): ReadItem {
  const { row } = csvRow;
  if ("misfit" in csvRow) {
    const { misfit, width } = csvRow;
    const message = `must have ${width} columns like the header, and has ${misfit.length}: put quotes (") around values with commas`;
    return {
      row,
      given: { row: givenText(misfit.join(", ")) },
      errors: [{ field: "row", code: "COLUMNS_INVALID", message }],
    };
  }

  const { cells } = csvRow;
  // An empty cell is an absent member.
  const {
    amount: amountText,
    bank: bankText,
    ...rest
  } = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== "")) as Partial<
    Record<Column, string>
  >;
  const amount = amountText === undefined ? undefined : readNaira(amountText);
  const bank = bankText === undefined ? undefined : banks.read(bankText);
  const found: ItemError[] = freeTexts
    .filter((column) => /^[=+\-@]/.test(rest[column] ?? ""))
    .map((column) => ({
      field: fieldOf[column],
      code: "FORMULA",
      message: "must not begin with =, +, - or @: a spreadsheet would run it as a formula",
    }));
  for (const value of [amount, bank]) if (typeof value === "object") found.push(value);

  const item = {
    amount: typeof amount === "bigint" ? { value: Number(amount), currency: "NGN" } : undefined,
    destination: {
      bankCode: typeof bank === "string" ? bank : undefined,
      accountNumber: rest.account_number,
      accountName: rest.account_name,
    },
    narration: rest.narration,
    purpose: rest.purpose?.toLowerCase(),
    merchantReference: rest.merchant_reference,
  };
  const { given: _given, ...read } = checkItem(item, banks, found);
  if (read.errors === undefined) return { row, ...read };
  const wrong = new Set(read.errors.map(({ field }) => field));
  const given = columns.filter((column) => wrong.has(fieldOf[column]) && cells[column]);
  if (given.length === 0) return { row, ...read };
  const texts = given.map((column) => [fieldOf[column], givenText(cells[column]!)]);
  return { row, ...read, given: Object.fromEntries(texts) };
}
