import { Counter } from "prom-client";
import { sumBalanceDays } from "../sql/books/balance-days.ts";
import type { Environment } from "../sql/ledger/money.ts";
import { workOnPayoutBatches } from "../sql/payout-batches/payout-batches.ts";
import type { Connection } from "../sql/process/database.ts";
import { registry } from "../sql/process/metrics/registry.ts";
import { reconcile, reconcileTest, sweepError } from "../sql/queue/workers/workers.ts";
import { listRetentionKinds, purgeExpiredRows } from "../sql/retention/retention.ts";
import { repeat, type Repeating } from "./queue/repeat.ts";
import { createSerialRunner, type SerialRunner } from "./queue/serial-runner.ts";

/**
 * graphile-worker's cron runs once a minute at most, too rarely for a payout that a crash interrupted. Two seconds,
 * with a lease of three, keep recovery well under fifteen.
 */
const SWEEP_MS = 2_000;
/** Test clocks that one sweep checks: a few milliseconds. The next sweep checks the next ones. */
const CLOCKS = 500;
/** Slices of batches in each environment: two thousand payouts, about as many as are sent until the next sweep. */
const SLICES = 10;
/** Those of merchants whose balances are locked take no turn from others, and a fifth of a second each. */
const SLICE_TRIES = 30;
/** The shortest term is a quarter of an hour. Each time takes a statement for every kind of row. */
const RETENTION_MS = 300_000;
/** How often a process checks for due balance polls; SQL allows one every five minutes. */
const BALANCES_MS = 10_000;
/** How often the movements since are added to the sums that statements read. */
const SUMS_MS = 60_000;

const failedSweeps = new Counter({
  name: "payments_sweep_failures_total",
  help: "Sweeps of which a step failed, or all of it.",
  labelNames: ["environment"],
  registers: [registry],
});

type Options = {
  /** Of the oldest process, which alone deletes expired rows. */
  workerId: bigint;
  onError: (what: string) => (error: unknown) => void;
  /** Name enquiries of batches that begin in a second, in each environment. */
  enquiriesPerSecond?: number;
  pollBalances?: (signal: AbortSignal, runSerially: SerialRunner) => Promise<void>;
  /** For tests. */
  retentionMs?: number;
};

/**
 * Calls SQL's reconcile() every two seconds: it queues a job for every row that should have one and has none. After
 * that it makes payouts of batches' items, in slices that commit one by one. Live work comes first, in statements of
 * its own, which no amount of test work makes longer; test work comes even if live work fails. Every process does this;
 * SQL lets one of them reconcile at a time. It also runs `pollBalances` and, every five minutes in one process,
 * purge_expired_rows() for one kind of row after the other, until no row is left past its term, and every minute
 * sum_balance_days(). The purge, the balances and the sums run one at a time, so that all of this uses two connections,
 * and leaves the others to the lease.
 */
export function startSchedule(
  database: Connection,
  {
    workerId,
    onError,
    enquiriesPerSecond = 10,
    pollBalances = async () => {},
    retentionMs = RETENTION_MS,
  }: Options,
): Repeating {
  const enquiries = Math.ceil((enquiriesPerSecond * SWEEP_MS) / 1000);
  let clocksAfter = 0n;
  let stopping = false;
  const onSweepError = (environment: Environment) => (error: unknown) => {
    failedSweeps.inc({ environment });
    onError("the sweep failed")(error);
  };
  /** Tells what failed of a sweep, and makes the slices of batches that it found. */
  async function endSweep(
    environment: Environment,
    { failures, hasSlices }: { failures: readonly string[]; hasSlices: boolean },
  ): Promise<void> {
    const error = sweepError(environment, failures);
    if (error !== undefined) onSweepError(environment)(error);
    if (!hasSlices) return;
    let made = 0;
    let failed: readonly bigint[] = [];
    for (let tries = 0; made < SLICES && tries < SLICE_TRIES && !stopping; tries += 1) {
      const slice = await workOnPayoutBatches(database, { environment, failed });
      if (slice.handled > 0) made += 1;
      else if (slice.failed.length === failed.length) return;
      failed = slice.failed;
    }
  }
  const sweepLive = async () =>
    endSweep("live", await reconcile(database, { environment: "live", enquiries }));
  const sweep = repeat(SWEEP_MS, onSweepError("test"), async () => {
    await sweepLive().catch(onSweepError("live"));
    const { clocks, ...done } = await reconcileTest(database, {
      after: clocksAfter,
      most: CLOCKS,
      enquiries,
    });
    clocksAfter = clocks.length < CLOCKS ? 0n : clocks.at(-1)!;
    await endSweep("test", done);
  });
  const runSerially = createSerialRunner();
  /** Purges a batch of each kind. Returns the kinds that may have more rows; a failed one waits for the next time. */
  async function purgeBatches(kinds: readonly string[]): Promise<string[]> {
    const unfinished: string[] = [];
    for (const kind of kinds) {
      if (stopping) return [];
      try {
        if ((await runSerially(() => purgeExpiredRows(database, { kind }))) > 0) unfinished.push(kind);
      } catch (error) {
        onError(`the purge of ${kind} failed`)(error);
      }
    }
    return unfinished;
  }
  let purgeAt = 0;
  const purge = repeat(SWEEP_MS, onError("the purge of expired rows failed"), async () => {
    if (performance.now() < purgeAt) return;
    purgeAt = performance.now() + retentionMs;
    let kinds = await runSerially(() => listRetentionKinds(database, { workerId }));
    while (kinds.length > 0) kinds = await purgeBatches(kinds);
  });
  const stopped = new AbortController();
  const balances = repeat(BALANCES_MS, onError("the providers' balances could not be polled"), () =>
    pollBalances(stopped.signal, runSerially),
  );
  const sums = repeat(SUMS_MS, onError("the days of balances could not be summed"), async () => {
    while (!stopping && (await runSerially(() => sumBalanceDays(database))) > 0);
  });
  return {
    stop: async () => {
      stopping = true;
      stopped.abort();
      await Promise.all([sweep.stop(), purge.stop(), balances.stop(), sums.stop()]);
    },
  };
}
