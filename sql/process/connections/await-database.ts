import { setTimeout as sleep } from "node:timers/promises";

const WITHIN_MS = 30_000;
const PAUSE_MS = 500;

/** SQLSTATEs of a server without room, or that is stopping or starting; PgBouncer's then; and errors of the network. */
const passing = new Set([
  "08P01",
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);
/** Messages of errors without a code: a timeout, or a connection that broke. */
const withoutCode = /timeout|in time|terminated/i;

/**
 * Runs a process's first database calls. While the database is down they are retried for half a minute, and `onWait` is
 * called with each error: a process that exited instead would be restarted each time, which costs a busy machine far
 * more than a connection, just when the others recover. Throws every other error at once, and the last one after that
 * time.
 */
export async function awaitDatabase<Result>(
  act: () => Promise<Result>,
  onWait: (error: unknown) => void,
): Promise<Result> {
  for (const start = performance.now(); ; await sleep(PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error) || performance.now() - start > WITHIN_MS) throw error;
      onWait(error);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as NodeJS.ErrnoException;
  return (
    (code === undefined ? withoutCode.test(message) : passing.has(code)) ||
    (cause !== undefined && isPassing(cause))
  );
}
