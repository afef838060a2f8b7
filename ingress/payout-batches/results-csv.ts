import { csvLine } from "../../sql/formats/csv-line.ts";
import { fieldOf } from "./intake/check-row.ts";
import { columns } from "./intake/read-csv.ts";

type Money = { value: number };

/** What the file shows of an item's JSON. */
type Item = {
  status: string;
  amount?: Money;
  fee?: Money;
  destination?: { bankCode: string; accountNumber: string; accountName?: string };
  payoutAccountId?: string;
  name?: string;
  resolvedName?: string;
  narration?: string;
  purpose?: string;
  merchantReference?: string;
  given?: Record<string, string>;
  errors?: readonly { field: string; message: string; suggestion?: string }[];
  payout?: string;
  failure?: { code: string; message: string };
};

/** The first line of a batch's results: the template's columns, so that the file can be corrected and sent again. */
export const resultsHeader = csvLine([
  ...columns,
  "status",
  "name",
  "resolved_name",
  "error",
  "payout",
  "fee",
  "failure",
]);

/** An item as a line of its batch's results. Amounts are in naira; a value with an error is there as it came. */
export function resultsLine(item: Item): string {
  const { destination, given = {}, errors = [], failure } = item;
  const read = {
    amount: nairaOf(item.amount),
    bank: destination?.bankCode ?? item.payoutAccountId,
    account_number: destination?.accountNumber,
    account_name: destination?.accountName,
    narration: item.narration,
    purpose: item.purpose,
    merchant_reference: item.merchantReference,
  };
  return csvLine([
    ...columns.map((column) => given[fieldOf[column]] ?? read[column] ?? ""),
    item.status,
    item.name ?? "",
    item.resolvedName ?? "",
    errors.map(describe).join("; "),
    item.payout ?? "",
    nairaOf(item.fee) ?? "",
    failure === undefined ? "" : `${failure.code}: ${failure.message}`,
  ]);
}

function describe({ field, message, suggestion }: NonNullable<Item["errors"]>[number]): string {
  return `${field} ${message}${suggestion === undefined ? "" : ` (${suggestion}?)`}`;
}

const nairaOf = (money?: Money) => money && (money.value / 100).toFixed(2);
