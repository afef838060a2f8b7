/**
 * What can be wrong with one item of a batch. Merchants' programs depend on the codes: add new ones, never rename one.
 */
export const itemErrorCodes = {
  FIELD_REQUIRED: "A required field is missing.",
  AMOUNT_INVALID: "The amount is unclear, not in naira, or out of range.",
  BANK_UNKNOWN: "No bank has this code or name.",
  ACCOUNT_NUMBER_INVALID: "An account number has 10 digits.",
  PAYOUT_ACCOUNT_INVALID: "payoutAccountId isn't the reference of a payout account.",
  DESTINATION_CONFLICT: "An item has a destination or a payoutAccountId, not both.",
  PURPOSE_UNKNOWN: "The purpose isn't one of those listed.",
  TEXT_TOO_LONG: "The text is longer than its field allows.",
  TEXT_INVALID: "The text has line breaks, or characters that are invisible or change its direction.",
  FORMULA: "A spreadsheet would run the text as a formula.",
  METADATA_INVALID: "The metadata isn't a flat object of texts, numbers and booleans.",
  MERCHANT_REFERENCE_REPEATED: "Another item of the batch has the same merchantReference.",
  COLUMNS_INVALID: "The row has more or fewer columns than the header.",
  VALUE_INVALID: "The value has the wrong type.",
} as const;

type ItemErrorCode = keyof typeof itemErrorCodes;

/** What is wrong with a field (its dotted name in an item's JSON), and the value that was probably meant. */
export type ItemError = { field: string; code: ItemErrorCode; message: string; suggestion?: string };
