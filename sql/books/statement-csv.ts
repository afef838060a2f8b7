import { csvLine } from "../formats/csv-line.ts";
import type { BalanceTransactionJson } from "./balance-transaction-json.ts";

const columns = [
  "reference",
  "sequence",
  "kind",
  "currency",
  "amount",
  "service",
  "vat",
  "stamp_duty",
  "other_fees",
  "net",
  "balance_after",
  "source",
  "merchant_reference",
  "created_at",
  "occurred_at",
];

/** The first line of a statement's file. */
export const csvHeader = csvLine(columns);

/** A balance transaction as a line of a statement's file. Amounts are in minor units, as everywhere. */
export function csvLineOf(transaction: BalanceTransactionJson): string {
  const {
    reference,
    sequence,
    kind,
    amount,
    fees,
    net,
    balanceAfter,
    source,
    merchantReference = "",
    createdAt,
    occurredAt,
  } = transaction;
  const named = ["service", "vat", "stamp_duty"];
  const sumOf = (isIn: (name: string) => boolean) =>
    fees.filter((fee) => isIn(fee.kind)).reduce((sum, fee) => sum + fee.amount.value, 0);
  return csvLine([
    reference,
    sequence,
    kind,
    amount.currency,
    amount.value,
    ...named.map((name) => sumOf((charge) => charge === name)),
    sumOf((charge) => !named.includes(charge)),
    net.value,
    balanceAfter.value,
    source,
    merchantReference,
    createdAt,
    occurredAt,
  ]);
}
