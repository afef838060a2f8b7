import type { PayoutBatchItemJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { csvLine } from "../../sql/formats/csv-line.ts";
import { fieldOf } from "./intake/check-row.ts";
import { columns } from "./intake/read-csv.ts";

type Money = { value: number };

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

/** The first line of a batch's mistakes. */
export const mistakesHeader = csvLine([...columns, "error"]);

/** An item as a line of its batch's results. Amounts are in naira; a value with an error is there as it came. */
export function resultsLine(item: Partial<PayoutBatchItemJson>): string {
  const { failure } = item;
  return csvLine([
    ...givenCells(item),
    item.status ?? "",
    item.name ?? "",
    item.resolvedName ?? "",
    errorCell(item),
    item.payout ?? "",
    nairaOf(item.fee) ?? "",
    failure === undefined ? "" : `${failure.code}: ${failure.message}`,
  ]);
}

/** An item as a line of its batch's mistakes, which can be corrected and sent as another batch. */
export function mistakesLine(item: Partial<PayoutBatchItemJson>): string {
  return csvLine([...givenCells(item), errorCell(item)]);
}

function givenCells(item: Partial<PayoutBatchItemJson>): string[] {
  const { destination, given = {} } = item;
  const read = {
    amount: nairaOf(item.amount),
    bank: destination?.bankCode ?? item.payoutAccountId,
    account_number: destination?.accountNumber,
    account_name: destination?.accountName,
    narration: item.narration,
    purpose: item.purpose,
    merchant_reference: item.merchantReference,
  };
  return columns.map((column) => given[fieldOf[column]] ?? read[column] ?? "");
}

const errorCell = ({ errors = [] }: Partial<PayoutBatchItemJson>) => errors.map(describe).join("; ");

function describe({
  field,
  message,
  suggestion,
}: NonNullable<PayoutBatchItemJson["errors"]>[number]): string {
  return `${field} ${message}${suggestion === undefined ? "" : ` (${suggestion}?)`}`;
}

const nairaOf = (money: Money | undefined) => money && (money.value / 100).toFixed(2);
