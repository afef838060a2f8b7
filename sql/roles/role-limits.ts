/** What the server stops, in milliseconds, by the names of PostgreSQL's settings. */
export const serverTimeouts = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
};

/**
 * The statements that give `role`, already quoted, the same limits wherever a connection does not bring its own:
 * behind a PgBouncer that pools by transaction, which takes none. Operators and migrations work past it, for as long as
 * they need.
 */
export function limitStatements(role: string): string[] {
  return Object.entries(serverTimeouts).map(([name, ms]) => `alter role ${role} set ${name} = '${ms}ms'`);
}
