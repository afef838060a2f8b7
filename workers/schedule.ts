import type { Connection } from "../sql/process/database.ts";
import { listPurgeKinds, listTestClocks, purgeExpiredRows, reconcile } from "../sql/queue/workers/workers.ts";
import { repeat, type Repeating } from "./queue/repeat.ts";
import { takeTurns, type InTurn } from "./queue/take-turns.ts";

type AskForBalances = (signal: AbortSignal, inTurn: InTurn) => Promise<void>;

/**
 * graphile-worker's cron runs once a minute at most, too rarely for a payout that a crash interrupted. Two seconds,
 * with a lease of three, keep recovery well under fifteen.
 */
const SWEEP_MS = 2_000;
/** Test clocks that one sweep looks at: a few milliseconds. The next sweep looks at the next ones. */
const CLOCKS = 500;

const PURGE_MS = 2_000;
/** How often a process looks whether a gateway is to be asked for its balance, which SQL says: every five minutes. */
const BALANCES_MS = 10_000;

/** While there is more of a kind to delete, this many batches of it follow each other at most. */
const PURGE_STEPS = 20;
/** Fewer rows than the smallest batch of a kind: nothing is left that could not wait. */
const SMALLEST_BATCH = 100;

/**
 * Calls SQL's reconcile() every two seconds: it queues a job for every row that should have one and has none. For live
 * work first, in a statement of its own, which no amount of test work makes longer. Beside it
 * purge_expired_rows() for one kind of row after the other, which deletes what has been kept for its term, and
 * `askForBalances`. Every process does this; SQL lets one of them work at a time. The purge and the balances take
 * turns, so that all of this uses two connections at a time, and leaves the others to the lease.
 */
export function startSchedule(
  database: Connection,
  onError: (what: string) => (error: unknown) => void,
  askForBalances: AskForBalances = async () => {},
): Repeating {
  let clocksAfter = 0n;
  const sweep = repeat(SWEEP_MS, onError("the sweep failed"), async () => {
    await reconcile(database, "live");
    const clocks = await listTestClocks(database, clocksAfter, CLOCKS);
    clocksAfter = clocks.length < CLOCKS ? 0n : clocks.at(-1)!;
    await reconcile(database, "test", clocks);
  });
  const inTurn = takeTurns();
  let stopping = false;
  /** Purges a batch of each kind. Returns those of which there is more; one that failed waits for the next time. */
  async function purgeBatches(kinds: readonly string[]): Promise<string[]> {
    const unfinished: string[] = [];
    for (const kind of kinds) {
      if (stopping) return [];
      try {
        if ((await inTurn(() => purgeExpiredRows(database, kind))) >= SMALLEST_BATCH) unfinished.push(kind);
      } catch (error) {
        onError(`the purge of ${kind} failed`)(error);
      }
    }
    return unfinished;
  }
  const purge = repeat(PURGE_MS, onError("the purge of expired rows failed"), async () => {
    let kinds = await inTurn(() => listPurgeKinds(database));
    for (let step = 0; step < PURGE_STEPS && kinds.length > 0; step += 1) kinds = await purgeBatches(kinds);
  });
  const stopped = new AbortController();
  const balances = repeat(BALANCES_MS, onError("the providers' balances could not be asked for"), () =>
    askForBalances(stopped.signal, inTurn),
  );
  return {
    stop: async () => {
      stopping = true;
      stopped.abort();
      await Promise.all([sweep.stop(), purge.stop(), balances.stop()]);
    },
  };
}
