/**
 * What can be wrong with one item of a batch; SQL's check_batch_items and name_batch_items find some of it. Merchants'
 * programs depend on the codes: add new ones, never rename one.
 */
export const itemErrorCodes = {
  FIELD_REQUIRED: "A required field is missing.",
  AMOUNT_INVALID: "The amount is unclear, not in naira, or out of range.",
  AMOUNT_TOO_SMALL: "The amount is below the minimum of a payout.",
  AMOUNT_LIMIT_EXCEEDED: "The amount is above your limit for a single payout.",
  BANK_UNKNOWN: "No bank has this code or name.",
  ACCOUNT_NUMBER_INVALID: "The account number doesn't have 10 digits.",
  ACCOUNT_NOT_FOUND: "The bank has no such account.",
  NAME_DIFFERENT: "The account has another holder.",
  NAME_UNVERIFIED: "The bank didn't respond. Replace the item to check it again.",
  PAYOUT_ACCOUNT_INVALID: "`payoutAccountId` isn't the reference of a payout account.",
  PAYOUT_ACCOUNT_UNKNOWN: "There is no such payout account, or it was removed.",
  DESTINATION_CONFLICT: "The item has both `destination` and `payoutAccountId`.",
  PURPOSE_UNKNOWN: "The purpose isn't one of those listed.",
  TEXT_TOO_LONG: "The text is longer than its field allows.",
  TEXT_INVALID: "The text has line breaks, or characters that are invisible or change its direction.",
  FORMULA: "The text begins with `=`, `+`, `-` or `@`: a spreadsheet would run it.",
  METADATA_INVALID: "The metadata isn't a flat object of texts, numbers and booleans.",
  MERCHANT_REFERENCE_REPEATED: "Another item of the batch has this reference.",
  MERCHANT_REFERENCE_CONFLICT: "Another payout of yours has this reference.",
  COLUMNS_INVALID: "The row has more columns than the header, or lacks required ones.",
  VALUE_INVALID: "The value has the wrong type.",
} as const;

type ItemErrorCode = keyof typeof itemErrorCodes;

/** What is wrong with a field (its dotted name in an item's JSON), and the value that was probably meant. */
export type ItemError = { field: string; code: ItemErrorCode; message: string; suggestion?: string };
