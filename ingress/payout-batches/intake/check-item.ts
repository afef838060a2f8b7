import type { z } from "zod";
import { payoutPurposes } from "../../../sql/payouts/payout-json.ts";
import { InexactNumber, isStorable } from "../../http/json-body.ts";
import { batchItem } from "./batch-body.ts";
import type { ItemError } from "./item-errors.ts";
import type { BankMatcher } from "./match-bank.ts";

/** An item that was read: members without errors by type, the others as text in `given`, by the names in `errors`. */
export type ReadItem = {
  /** The row of the CSV file, as a spreadsheet numbers it. */
  row?: number;
  /** In kobo. */
  amount?: number;
  bankCode?: string;
  accountNumber?: string;
  accountName?: string;
  payoutAccountId?: string;
  narration?: string;
  purpose?: string;
  merchantReference?: string;
  metadata?: Record<string, string | number | boolean>;
  confirm?: true;
  given?: Record<string, string>;
  errors?: ItemError[];
};

/** How much of a value with an error is kept. */
const LONGEST_GIVEN = 200;

const { shape } = batchItem;
const destination = shape.destination.unwrap().shape;

const metadata = shape.metadata.refine(
  (facts) => Object.entries(facts ?? {}).every((fact) => fact.every((part) => isStorable(String(part)))),
  "must be text without NUL characters and unpaired surrogates",
);

type Member = { field: string; schema: z.ZodType; code: ItemError["code"] };

/** An item's members, each with its name in JSON. */
const members: [keyof ReadItem, Member][] = [
  [
    "amount",
    {
      field: "amount",
      schema: shape.amount.transform(({ value }) => Number(value)),
      code: "AMOUNT_INVALID",
    },
  ],
  ["bankCode", { field: "destination.bankCode", schema: destination.bankCode, code: "BANK_UNKNOWN" }],
  [
    "accountNumber",
    { field: "destination.accountNumber", schema: destination.accountNumber, code: "ACCOUNT_NUMBER_INVALID" },
  ],
  [
    "accountName",
    { field: "destination.accountName", schema: destination.accountName, code: "TEXT_INVALID" },
  ],
  [
    "payoutAccountId",
    { field: "payoutAccountId", schema: shape.payoutAccountId, code: "PAYOUT_ACCOUNT_INVALID" },
  ],
  ["narration", { field: "narration", schema: shape.narration, code: "TEXT_INVALID" }],
  ["purpose", { field: "purpose", schema: shape.purpose, code: "PURPOSE_UNKNOWN" }],
  [
    "merchantReference",
    { field: "merchantReference", schema: shape.merchantReference, code: "TEXT_INVALID" },
  ],
  ["metadata", { field: "metadata", schema: metadata, code: "METADATA_INVALID" }],
  ["confirm", { field: "confirm", schema: shape.confirm, code: "VALUE_INVALID" }],
];

/**
 * Checks one item of JSON. It is never refused: it has all its errors, at most one for each member. Unknown members are
 * the business of the whole request. Members with `found` errors are not checked again.
 */
export function checkItem(item: unknown, banks: BankMatcher, found: readonly ItemError[] = []): ReadItem {
  if (!isObject(item))
    return {
      given: { item: givenText(item) },
      errors: [{ field: "item", code: "VALUE_INVALID", message: "must be an object" }],
    };
  const place = item["destination"];
  const isPlace = isObject(place);
  const values: Record<string, unknown> = { ...item, ...(isPlace ? place : {}) };
  const read: ReadItem = {};
  const given: Record<string, string> = {};
  const errors = [...found];

  for (const [name, member] of members) {
    const { field, schema } = member;
    if (found.some((error) => error.field === field)) continue;
    const value = values[name];
    if (value === undefined) {
      const isRequired = name === "amount" || (isPlace && (name === "bankCode" || name === "accountNumber"));
      if (isRequired) errors.push({ field, code: "FIELD_REQUIRED", message: "is required" });
      continue;
    }
    const { data, error } = schema.safeParse(value);
    const wrong =
      name === "bankCode" && typeof value === "string"
        ? banks.checkCode(value)
        : error && describe(member, value, error.issues[0]!);
    if (wrong !== undefined) {
      errors.push(wrong);
      given[field] = givenText(value);
    } else if (data !== false) Object.assign(read, { [name]: data });
  }

  const wrongPlace = placeError(item);
  if (wrongPlace !== undefined) {
    errors.push(wrongPlace);
    const value = item[wrongPlace.field];
    if (value !== undefined) given[wrongPlace.field] = givenText(value);
    delete read.payoutAccountId;
  }
  if (errors.length === 0) return read;
  return { ...read, ...(Object.keys(given).length === 0 ? {} : { given }), errors };
}

/** Whether an item has exactly one of destination and payoutAccountId. */
function placeError({ destination: place, payoutAccountId }: Record<string, unknown>): ItemError | undefined {
  if (place !== undefined && payoutAccountId !== undefined)
    return {
      field: "payoutAccountId",
      code: "DESTINATION_CONFLICT",
      message: "must be left out when destination is present",
    };
  if (place === undefined && payoutAccountId === undefined)
    return { field: "destination", code: "FIELD_REQUIRED", message: "is required, or payoutAccountId" };
  if (place !== undefined && !isObject(place))
    return {
      field: "destination",
      code: "VALUE_INVALID",
      message: "must be an object: {bankCode, accountNumber, accountName}",
    };
  return undefined;
}

function describe({ field, code }: Member, value: unknown, issue: z.core.$ZodIssue): ItemError {
  const { path, message } = issue;
  const error = { field: [field, ...path.map(String)].join("."), code, message };
  if (code === "TEXT_INVALID" && issue.code === "too_big") return { ...error, code: "TEXT_TOO_LONG" };
  if (code === "PURPOSE_UNKNOWN") return { ...error, message: `must be one of ${payoutPurposes.join(", ")}` };
  if (code !== "ACCOUNT_NUMBER_INVALID" || typeof value !== "string") return error;
  if (/^\d{9}$/.test(value))
    return {
      ...error,
      message: "has 9 digits: a spreadsheet may have removed the first zero",
      suggestion: `0${value}`,
    };
  if (/^\d([.,]\d+)?e\+?\d+$/i.test(value))
    return {
      ...error,
      message: "was shortened by a spreadsheet: format the column as text and enter it again",
    };
  const bare = value.slice(0, LONGEST_GIVEN).replaceAll(/[\s-]/g, "");
  return /^\d{10}$/.test(bare) ? { ...error, suggestion: bare } : error;
}

/** A value with an error, as text that PostgreSQL can store. */
export function givenText(value: unknown): string {
  const text =
    typeof value === "string" ? value : value instanceof InexactNumber ? value.text : JSON.stringify(value);
  const short = text.length > LONGEST_GIVEN ? `${text.slice(0, LONGEST_GIVEN)}…` : text;
  return short.toWellFormed().replaceAll("\0", "\ufffd");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber);
