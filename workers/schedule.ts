import type { Connection } from "../sql/database.ts";
import { reconcile } from "../sql/queries/workers.ts";
import { repeat, type Repeating } from "./queue/repeat.ts";

/**
 * graphile-worker's cron runs once a minute at most, too rarely for a payout that a crash interrupted. Two seconds,
 * with a lease of three, keep recovery well under fifteen.
 */
const SWEEP_MS = 2_000;

/**
 * Calls SQL's reconcile() every two seconds: it queues a job for every row that should have one and has none. Every
 * process does this; SQL lets one of them work at a time.
 */
export function startSchedule(database: Connection, onError: (error: unknown) => void): Repeating {
  return repeat(SWEEP_MS, onError, async () => {
    await reconcile(database);
  });
}
