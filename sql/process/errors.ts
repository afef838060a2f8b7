import {
  CheckIntegrityConstraintViolationError,
  StatementTimeoutError,
  UniqueIntegrityConstraintViolationError,
} from "slonik";
import { NoDatabaseConnection } from "./connections/connect-fairly.ts";

/**
 * Names of the SQLSTATEs that callers act on: those of our own functions (see sql/README.md) and the lock timeout.
 */
const sqlStates = {
  PB002: "journal_unbalanced",
  PB003: "append_only",
  PB004: "job_not_queued",
  PB005: "ledger_account_missing",
  PB006: "credit_not_resolvable",
  PB007: "approval_missing",
  PB008: "operator_action_refused",
  PB009: "too_many",
  PB010: "too_many_waiting",
  PB011: "too_many_changes",
  PB012: "right_lost",
  PB013: "start_refused",
  "55P03": "lock_not_available",
} as const;

/** As PB010, for one item of a shared call: too many of the merchant's lookups are pending. */
export class TooManyWaiting extends Error {
  override name = "TooManyWaiting";
  readonly code = "PB010";
}

export type ErrorName =
  | (typeof sqlStates)[keyof typeof sqlStates]
  | "balance_negative"
  | "database_unavailable"
  | "statement_timeout"
  | "account_number_in_use";

/** SQLSTATE of "cannot execute INSERT in a read-only transaction". */
const READ_ONLY = "25006";

const balanceChecks = new Set<string | null | undefined>([
  "merchant_balance_is_not_negative",
  "ledger_entry_balance_is_not_negative",
]);

/** The name of a database error that callers may act on; undefined for all others. */
export function errorName(error: unknown): ErrorName | undefined {
  if (error instanceof NoDatabaseConnection || isReadOnly(error) || isUnsent(error)) {
    return "database_unavailable";
  }
  if (error instanceof StatementTimeoutError) return "statement_timeout";
  if (error instanceof CheckIntegrityConstraintViolationError && balanceChecks.has(error.constraint)) {
    return "balance_negative";
  }
  if (
    error instanceof UniqueIntegrityConstraintViolationError &&
    error.constraint === "virtual_account_number_is_active_once"
  ) {
    return "account_number_in_use";
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && code in sqlStates
    ? sqlStates[code as keyof typeof sqlStates]
    : undefined;
}

/** Whether the database is a standby, or about to become one: it did nothing of a statement that writes. */
function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === READ_ONLY;
}

/**
 * How a PgBouncer ends that had no connection for a statement, and had sent nothing of it to PostgreSQL: none was free
 * in time, or, as in a failover, the last attempt to open one failed.
 */
const unsent = ["query_wait_timeout", "server_login_retry"];

function isUnsent(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "08P01" &&
    unsent.some((setting) => error.message.includes(setting))
  );
}

/** Classes of SQLSTATEs for a statement's own errors: its data, constraints, and the errors of our functions. */
const refusals = ["22", "23", "PB"];

/** Whether the database refused a statement for its own content, and would again. Nothing of it was done. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === "string") return refusals.some((start) => code.startsWith(start));
  // slonik wraps some of the driver's errors.
  return isRefusal(error.cause);
}
