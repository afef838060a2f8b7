import { CheckIntegrityConstraintViolationError } from "slonik";
import { NoDatabaseConnection } from "./database.ts";

/** SQLSTATEs that callers act on, by name: those that our own functions raise, and the wait for a lock that took too long. */
const sqlStates = {
  PB002: "journal_unbalanced",
  PB003: "ledger_append_only",
  PB004: "job_not_queued",
  PB005: "ledger_account_missing",
  PB006: "credit_not_resolvable",
  "55P03": "lock_not_available",
} as const;

export type ErrorName =
  (typeof sqlStates)[keyof typeof sqlStates] | "balance_negative" | "database_unavailable";

const balanceChecks = new Set<string | null | undefined>([
  "merchant_balance_is_not_negative",
  "ledger_entry_balance_is_not_negative",
]);

/** Names an error of the database that callers may act on; undefined for every other. */
export function errorName(error: unknown): ErrorName | undefined {
  if (error instanceof NoDatabaseConnection) return "database_unavailable";
  if (error instanceof CheckIntegrityConstraintViolationError && balanceChecks.has(error.constraint)) {
    return "balance_negative";
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code in sqlStates
    ? sqlStates[code as keyof typeof sqlStates]
    : undefined;
}
