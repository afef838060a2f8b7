/** The server's time limits, in milliseconds, by PostgreSQL's setting names. */
export const serverTimeouts = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 5_000,
};

/**
 * As parameters of a connection. No query here gains by being compiled (jit): all read few rows. PostgreSQL before 18
 * overestimates some of them, those of functions without sequential scans, and compiles them for 50 ms and more, each
 * time.
 */
export const serverOptions = "-c jit=off";

/**
 * The statements that give `role`, already quoted, the same settings wherever a connection does not bring its own:
 * behind a PgBouncer that pools by transaction, which takes none. Operators and migrations work past it, for as long as
 * they need.
 */
export function limitStatements(role: string): string[] {
  const timeouts = Object.entries(serverTimeouts).map(([name, ms]) => [name, `${ms}ms`] as const);
  return [...timeouts, ["jit", "off"] as const].map(
    ([name, value]) => `alter role ${role} set ${name} = '${value}'`,
  );
}
