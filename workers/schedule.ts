import type { Connection } from "../sql/database.ts";
import { purgeExpiredRows, reconcile } from "../sql/queries/workers.ts";
import { repeat, type Repeating } from "./queue/repeat.ts";

/**
 * graphile-worker's cron runs once a minute at most, too rarely for a payout that a crash interrupted. Two seconds,
 * with a lease of three, keep recovery well under fifteen.
 */
const SWEEP_MS = 2_000;

const PURGE_MS = 2_000;
/** A step is a short transaction. While there is more to delete, this many follow each other at most. */
const PURGE_STEPS = 20;
/** Fewer rows than the smallest batch of a kind: nothing is left that could not wait. */
const SMALLEST_BATCH = 100;

/**
 * Calls SQL's reconcile() every two seconds: it queues a job for every row that should have one and has none. Beside it
 * purge_expired_rows(), which deletes what has been kept for its term. Every process does this; SQL lets one of them
 * work at a time.
 */
export function startSchedule(
  database: Connection,
  onError: (what: string) => (error: unknown) => void,
): Repeating {
  const sweep = repeat(SWEEP_MS, onError("the sweep failed"), async () => {
    await reconcile(database);
  });
  const purge = repeat(PURGE_MS, onError("the purge of expired rows failed"), async () => {
    for (let step = 0; step < PURGE_STEPS; step += 1) {
      if ((await purgeExpiredRows(database)) < SMALLEST_BATCH) return;
    }
  });
  return {
    stop: async () => {
      await Promise.all([sweep.stop(), purge.stop()]);
    },
  };
}
