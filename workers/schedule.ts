import type { Connection } from "../sql/database.ts";
import { reconcile } from "../sql/queries/workers.ts";
import { repeat, type Repeating } from "./queue/repeat.ts";

/**
 * Cron's finest grain is a minute, too long for a payout that a crash left behind. Two seconds together with a lease
 * of three keep recovery well under fifteen.
 */
const SWEEP_MS = 2_000;

/**
 * Calls the reconciler every two seconds: it reads the business tables and queues what should be under way and is not.
 * Every process does this; SQL lets one of them work at a time.
 */
export function startSchedule(database: Connection, onError: (error: unknown) => void): Repeating {
  return repeat(SWEEP_MS, onError, async () => {
    await reconcile(database);
  });
}
