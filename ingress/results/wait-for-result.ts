import type { Connection } from "../../sql/process/database.ts";
import { DeadlinePassed } from "../../sql/process/connections/connect-fairly.ts";
import { resultKey, type ResultKind } from "../../sql/results/results.ts";
import type { Context } from "../context.ts";
import { Problem } from "../http/problems.ts";

const POLL_MS = 1_000;
/** After a wait of up to this, the check that admitted the request still counts: most results come sooner. */
const RIGHTS_HOLD_MS = 1_000;
/** For a last read and the response. */
const RESPONSE_MS = 50;

/** What a request that waits needs. */
export type WaitingRequest = Pick<Context, "database" | "results" | "config" | "deadline" | "requireRights">;

/**
 * Waits until a worker has written the result of row `id`, and returns what `read` returns then; `read` returns null
 * while there is no result. It is called at once, unless the row `wasPending` a moment ago, after every notification of
 * the row, and every second, since a notification can be lost.
 *
 * Raises INTERNAL_ERROR if there is no result within RESPONSE_TIMEOUT_MS, or by the request's deadline: earlier work
 * has used part of it. Raises the refusal of a caller whose rights have ended in a long wait: a name, or a person's
 * data, is for nobody else.
 */
export async function waitForResult<Result>(
  { database, results, config, deadline, requireRights }: WaitingRequest,
  kind: ResultKind,
  id: bigint,
  read: (database: Connection, id: bigint) => Promise<Result | null>,
  { wasPending = false } = {},
): Promise<Result> {
  const key = resultKey(kind, id);
  const startedAt = performance.now();
  const end = Math.min(startedAt + config.responseTimeoutMs, deadline - RESPONSE_MS);
  let failure: unknown;
  let notified = !wasPending || results.wasNotified(key);
  let resume = () => {};
  const stopListening = results.listen(key, () => {
    notified = true;
    resume();
  });
  try {
    for (;;) {
      const wait = Math.min(POLL_MS, end - performance.now());
      if (!notified) await sleepUntil((ready) => (resume = ready), wait);
      notified = false;
      // A failed read is retried until the deadline: the work is queued already.
      const result = await read(database, id).catch((error: unknown) => {
        if (error instanceof DeadlinePassed) throw error;
        failure = error;
        return null;
      });
      if (result !== null) {
        if (performance.now() - startedAt > RIGHTS_HOLD_MS) await requireRights();
        return result;
      }
      if (performance.now() >= end)
        throw new Problem("INTERNAL_ERROR", "We didn't get a result in time.", { cause: failure });
    }
  } finally {
    stopListening();
  }
}

/** Resolves after `milliseconds`, or earlier when the function that `onReady` receives is called. */
function sleepUntil(onReady: (resume: () => void) => void, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    onReady(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
