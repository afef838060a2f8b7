import type { PayoutBatchItem } from "../api/types.ts";
import { formatMoney } from "../components/values/money.tsx";

type ItemError = NonNullable<PayoutBatchItem["errors"]>[number];

/** What the fields of a row are called, to begin a sentence. */
const names: Record<string, string> = {
  amount: "The amount",
  destination: "The account",
  "destination.bankCode": "The bank",
  "destination.accountNumber": "The account number",
  "destination.accountName": "The account name",
  narration: "The narration",
  merchantReference: "Your reference",
  metadata: "The metadata",
};

const nameOf = (field: string) => names[field] ?? names[field.split(".")[0]!] ?? "A value";

/** What is wrong, by the error's code. */
const texts: Record<string, (error: ItemError) => string> = {
  FIELD_REQUIRED: ({ field }) => `${nameOf(field)} is missing.`,
  AMOUNT_INVALID: () => "The amount must be in naira, such as 12,500.00.",
  AMOUNT_TOO_SMALL: () => "The amount is below the minimum.",
  AMOUNT_LIMIT_EXCEEDED: () => "The amount is over your limit for a single payout.",
  BANK_UNKNOWN: () => "We don’t know this bank: use its code or its exact name.",
  ACCOUNT_NUMBER_INVALID: () => "The account number must have 10 digits.",
  ACCOUNT_NOT_FOUND: () => "The bank can’t find this account.",
  PAYOUT_ACCOUNT_INVALID: () => "There’s no such payout account.",
  PAYOUT_ACCOUNT_UNKNOWN: () => "There’s no such payout account.",
  DESTINATION_CONFLICT: () => "It has an account and a saved payout account: keep one.",
  PURPOSE_UNKNOWN: () => "The purpose isn’t one we know.",
  TEXT_TOO_LONG: ({ field }) => `${nameOf(field)} is too long.`,
  TEXT_INVALID: ({ field }) => `${nameOf(field)} has line breaks or invisible characters.`,
  FORMULA: ({ field }) => `${nameOf(field)} begins like a formula, with =, +, - or @.`,
  METADATA_INVALID: () => "The metadata isn’t valid.",
  MERCHANT_REFERENCE_REPEATED: () => "Another row has the same reference.",
  MERCHANT_REFERENCE_CONFLICT: () => "You’ve used this reference before.",
  COLUMNS_INVALID: () =>
    "It has more or fewer columns than the first row. Put quotes around values with commas.",
  NAME_DIFFERENT: () => "The bank has another name for this account.",
  NAME_UNVERIFIED: () => "The bank didn’t respond. Save the row to check it again.",
};

/** A sentence for a row's mistake. Codes that this page doesn't know yet have the service's words. */
export const describeMistake = (error: ItemError): string =>
  texts[error.code]?.(error) ?? `${nameOf(error.field)} ${error.message}.`;

/** What to know about a row that has no mistake: before the start what to look at, later why it failed. */
export function notesOf({ name, duplicate, failure }: PayoutBatchItem, isOpen: boolean): string[] {
  if (!isOpen) return failure === undefined ? [] : [failure.message];
  return [
    name === "close" && "The bank’s name is close to yours.",
    name === "unchecked" && "You gave no name to compare.",
    name === "unverified" && "The bank didn’t confirm the name.",
    duplicate === "batch" && "Another row has the same account and amount.",
    duplicate === "paid" &&
      "You paid this account the same amount in the last 24 hours, or are about to in another batch.",
  ].filter((text) => typeof text === "string");
}

/** What a row says for a field: as it came if it has a mistake. */
export const givenOr = (item: PayoutBatchItem, field: string, read: string | undefined): string =>
  item.given?.[field] ?? read ?? "";

/** A row's amount as text for a field: 12,500.00. */
export const amountText = (item: PayoutBatchItem): string =>
  givenOr(item, "amount", item.amount && formatMoney(item.amount).replace("₦", ""));
