/**
 * The prefixes of public references; each goes before an underscore and a lower-case ULID (SQL's new_reference), or
 * what has the form of one (payout_reference, and sql/books/balance-transaction-reference.ts).
 * The API shows neither idr, the reference of an identity at its provider, nor dif, of a difference from a statement.
 */
export const referencePrefixes = [
  "mer",
  "key",
  "va",
  "col",
  "crd",
  "pyt",
  "bat",
  "rfd",
  "btx",
  "pac",
  "evt",
  "kyc",
  "idr",
  "per",
  "ses",
  "mal",
  "psk",
  "inv",
  "doc",
  "dif",
] as const;
export type ReferencePrefix = (typeof referencePrefixes)[number];

/** Matches a well-formed reference of one kind. */
export function referencePattern(prefix: ReferencePrefix): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}
