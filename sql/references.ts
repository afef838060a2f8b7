/** The prefixes of public references; each goes before an underscore and a lower-case ULID (SQL's new_reference). */
export type ReferencePrefix = "mer" | "key" | "va" | "col" | "crd" | "pyt" | "pac" | "evt" | "kyc";

/** Matches a well-formed reference of one kind. */
export function referencePattern(prefix: ReferencePrefix): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
}
