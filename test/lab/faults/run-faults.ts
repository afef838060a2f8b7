import { buildStaleWidget } from "../../../scripts/build/build-widget.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../helpers/database/run-sql.ts";
import { createClient } from "../client/careful-client.ts";
import { startNemesis, type Played } from "./nemesis.ts";
import { startPrometheus, type AlertSpan } from "./platform/start-prometheus.ts";
import { startPlatform, type Platform } from "./platform/start-platform.ts";
import { createRandom } from "../random.ts";
import { seconds } from "../report.ts";
import { readParts } from "./read-parts.ts";
import { slowest, watchRecovery, type Recovery } from "./recovery.ts";
import type { CrashPoint } from "../../../workers/queue/crash-point.ts";
import type { Load, Run, RunningLoad } from "./run.ts";

export type Settings = {
  seed: number;
  minutes: number;
  ingresses: number;
  workers: number;
  merchants: number;
  /** Payouts per second; all other loads follow by their shares. */
  rate: number;
  /** Parallel faults, each followed by a pause of this length. */
  lanes: number;
  gapMs: number;
  /** The names of the faults to inject; by default all. */
  only?: string[];
  /** The names of the loads; by default all. */
  loads?: string[];
  /** Where workers are killed and paused at their worst moments; by default everywhere. */
  points?: CrashPoint[];
  /**
   * Starts a Prometheus, which must be installed, that scrapes all processes and evaluates docs/operating/alerts.yml.
   */
  alerts?: boolean;
  /** How many times as often as usual the bank misbehaves; by default once. */
  bankMisbehaves?: number;
  /**
   * The limit after the last fault until every accepted payout is sent, and after a worker's death until others have
   * its jobs; twice as long after PostgreSQL's restart, and the loss of a cluster's primary.
   */
  recoverWithinMs: number;
  /** Whether the database is a cluster (scripts/cluster), with PgBouncers before it. */
  cluster: boolean;
  /** The limit for everything to finish after the last fault. */
  patienceMs: number;
};

export type Report = {
  settings: Settings;
  violations: string[];
  faults: Played[];
  /** Which alerts were pending and firing, and when; empty unless requested. */
  alerts: AlertSpan[];
  /** Faults that this machine cannot inject, and why. */
  unavailable: string[];
  /** The counts of clients, bank and receivers, each second of the run. */
  rates: Sample[];
  counts: Record<string, number>;
  /** Why requests had no immediate outcome, and why processes ended by themselves, with counts. */
  reasons: Record<string, number>;
  recovery: Recovery;
  /** Milliseconds after the last fault until the last payout was sent, and until everything was finished. */
  sentAfter: number;
  finishedAfter: number;
};

export type Sample = { at: number; accepted: number; sent: number; delivered: number };

/** Runs once on a new platform, and compares everybody's records afterwards. */
export async function runFaults(settings: Settings, tell: (line: string) => void): Promise<Report> {
  const { seed, minutes, rate, lanes, gapMs, only, loads: onlyLoads } = settings;
  const [allFaults, allLoads, checks] = await Promise.all([
    readParts("faults"),
    readParts("loads"),
    readParts("checks"),
  ]);
  const loads = allLoads.filter(({ name }) => onlyLoads?.includes(name) ?? true);
  await buildStaleWidget();
  await using platform = await startPlatform(settings, createRandom(seed + 1_000));
  const client = createClient(
    () => platform.urls,
    () => platform.clients.emit("told"),
  );
  const run: Run = { platform, client };
  const unavailable = allFaults.flatMap((fault) => {
    const why = fault.unavailable?.(platform);
    return why === undefined ? [] : [`${fault.name}: ${why}`];
  });
  const faults = allFaults.filter(
    (fault) => fault.unavailable?.(platform) === undefined && (only?.includes(fault.name) ?? true),
  );
  if (faults.length === 0) throw new Error("None of these faults can be played on this machine.");
  const running = await Promise.all(loads.map(async (load) => ({ load, running: await load.start(run) })));

  await using prometheus =
    settings.alerts === true ? await startPrometheus(platform.metricsPorts) : undefined;
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const startedAt = new Date();
  const watching = await watchRecovery(platform);
  const sampling = sampleRates(platform, run, elapsed);
  platform.setFaulty(true);
  const addUp = async (count: (load: RunningLoad) => Promise<number> | number | undefined) =>
    (await Promise.all(running.map(({ running: load }) => count(load) ?? 0))).reduce(
      (all, one) => all + one,
      0,
    );
  const countUnfinished = async () =>
    (await addUp((load) => load.countUnfinished())) + (await countUndelivered(platform));
  const backlog = watchBacklog(countUnfinished);
  const working = startLoads(running, { rate, seed, isFull: () => backlog.size() >= LONGEST_BACKLOG });
  const nemesis = startNemesis(platform, { faults, seed, lanes, gapMs });
  const end = minutes * 60_000;
  while (elapsed() < end) {
    await sleep(Math.min(10_000, end - elapsed()));
    const left = Math.max(0, Math.round((end - elapsed()) / 1_000));
    tell(
      `${nemesis.played.length} faults, ${platform.bank.provider.transfers.size} payouts sent, ${left} s left`,
    );
  }
  await nemesis.stop();
  platform.setFaulty(false);
  const calmSince = elapsed();
  tell(`calm: ${working.underWay.size} operations under way`);
  backlog.stop();

  const wait = async (limitMs: number, what: string, count: () => Promise<number>) => {
    for (;;) {
      const left = await count().catch(() => 1);
      tell(`calm: ${left} ${what}`);
      if (left === 0 || elapsed() - calmSince > limitMs) return elapsed() - calmSince;
      await sleep(200);
    }
  };
  // Some payouts never reached the bank: they would be polled, and then sent again, only as late as planned.
  const asking = setInterval(() => void askAboutPayouts(platform).catch(() => {}), ASK_AGAIN_MS);
  // Clients with a dead connection notice it when their patience ends, which is not the platform's time: so this checks
  // accepted payouts, while clients finish what they began.
  const [sentAfter, withoutOutcome] = await Promise.all([
    wait(settings.patienceMs, "not sent", () => addUp((load) => load.countWaiting?.())),
    working.stop(settings.patienceMs),
  ]);
  clearInterval(asking);
  const violations = [...working.failures];
  if (withoutOutcome > 0) violations.push(`${withoutOutcome} operations never got an outcome`);
  if (sentAfter > settings.recoverWithinMs)
    violations.push(`the last payout was sent ${seconds(sentAfter)} after the last fault`);
  await wait(settings.patienceMs, "not sent", () => addUp((load) => load.countWaiting?.()));
  const finishedAfter = await wait(settings.patienceMs, "not over", async () => {
    await recoverEvents(run, startedAt);
    await askAboutPayouts(platform);
    return countUnfinished();
  });
  await watching.stop();
  const rates = sampling.stop();
  const alerts = (await prometheus?.findAlerts(startedAt)) ?? [];

  for (const { running: load } of running) violations.push(...(await load.findViolations()));
  for (const check of checks) violations.push(...(await check.find(run)));
  const { recovery } = watching;
  if (slowest(recovery.afterWorkers) > settings.recoverWithinMs)
    violations.push(`a dead worker's job waited ${seconds(slowest(recovery.afterWorkers))}`);
  if (slowest(recovery.afterDatabase) > 2 * settings.recoverWithinMs)
    violations.push(`work went on ${seconds(slowest(recovery.afterDatabase))} after PostgreSQL was back`);
  if (slowest(recovery.afterLosses) > 2 * settings.recoverWithinMs)
    violations.push(
      `clients were served ${seconds(slowest(recovery.afterLosses))} after the primary was lost`,
    );

  return {
    settings,
    violations,
    alerts,
    unavailable,
    rates,
    recovery,
    sentAfter,
    finishedAfter,
    faults: nemesis.played,
    reasons: countReasons(run),
    counts: {
      requests: client.counts.requests,
      "requests without an outcome": [...client.unknown.values()].reduce((sum, times) => sum + times, 0),
      "payouts at the bank": platform.bank.provider.transfers.size,
      "payments in": platform.bank.paid.size,
      "events received": platform.receivers.delivered.size,
      "Idempotency-Keys": client.madeBy.size,
    },
  };
}

function countReasons({ platform, client }: Run): Record<string, number> {
  const reasons = new Map(client.unknown);
  for (const { name, lastWords } of [...platform.ingresses, ...platform.workers])
    for (const words of lastWords) {
      const why = `${name.split(" ")[0]!} ended: ${words}`;
      reasons.set(why, (reasons.get(why) ?? 0) + 1);
    }
  return Object.fromEntries([...reasons].sort(([, more], [, less]) => less - more));
}

type Started = { load: Load; running: RunningLoad };

/** Merchants with this many seconds' worth of one kind of work waiting, to be accepted or started, add no more. */
const LONGEST_QUEUE_S = 30;
/** Nor do they with this many operations waiting: more would only be refused and retried. */
const LONGEST_QUEUE = 150;

/** Nor any work with this many things unfinished, undelivered events included. */
const LONGEST_BACKLOG = 1_500;
const LOOK_AT_BACKLOG_MS = 2_000;
/** How often an operator polls payouts after the last fault, until all are sent. */
const ASK_AGAIN_MS = 3_000;

/** Counts unfinished things repeatedly, until stopped. If counting fails, the last count stays. */
function watchBacklog(count: () => Promise<number>) {
  let size = 0;
  const ending = new AbortController();
  void (async () => {
    while (!ending.signal.aborted) {
      size = await count().catch(() => size);
      await sleep(LOOK_AT_BACKLOG_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();
  return { size: () => size, stop: () => ending.abort() };
}

/** Runs each load at its share of the rate, until stopped; then finishes what it began. */
function startLoads(
  loads: Started[],
  { rate, seed, isFull }: { rate: number; seed: number; isFull: () => boolean },
) {
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  const timers = loads.map(({ load, running }, index) => {
    const random = createRandom(seed + 2_000 + index);
    const perSecond = rate * load.share;
    const longestQueue = Math.max(1, Math.min(perSecond * LONGEST_QUEUE_S, LONGEST_QUEUE));
    let waiting = 0;
    return setInterval(() => {
      if (isFull() || waiting + (running.countWaiting?.() ?? 0) >= longestQueue) return;
      waiting += 1;
      const one = running
        .act(random)
        .catch((error: Error) => void failures.push(`${load.name}: ${error.stack ?? error.message}`))
        .finally(() => {
          waiting -= 1;
          underWay.delete(one);
        });
      underWay.add(one);
    }, 1_000 / perSecond);
  });
  return {
    failures,
    underWay,
    /** Returns how many operations got no outcome within the limit. */
    stop: async (limitMs: number) => {
      timers.forEach(clearInterval);
      await Promise.race([Promise.all(underWay), sleep(limitMs, undefined, { ref: false })]);
      return underWay.size;
    },
  };
}

function sampleRates({ bank, receivers }: Platform, { client }: Run, elapsed: () => number) {
  const samples: Sample[] = [];
  const timer = setInterval(
    () =>
      samples.push({
        at: Math.round(elapsed()),
        accepted: client.madeBy.size,
        sent: bank.provider.transfers.size,
        delivered: receivers.delivered.size,
      }),
    1_000,
  );
  return {
    stop: () => {
      clearInterval(timer);
      return samples;
    },
  };
}

/** Recovers undelivered events, as merchants do after an outage. */
async function recoverEvents({ platform, client }: Run, since: Date): Promise<void> {
  const random = createRandom(1);
  for (const { liveKey, testKey } of platform.merchants) {
    for (const key of [liveKey, testKey]) {
      const body = { since: since.toISOString() };
      await client.send("POST", "/v1/events/recover", { key, body, idempotencyKey: false }, random);
    }
  }
  await sleep(2_000);
}

/**
 * Polls payouts whose next poll is planned for later, as an operator does once the bank works again
 * (scripts/ops/payouts/poll-payout.sql). After a useless answer from the bank, the next planned poll is minutes away.
 * Final payouts are not polled: the checks find out whether one was forgotten.
 */
async function askAboutPayouts({ ownerUrl }: Platform): Promise<void> {
  await runSql(
    ownerUrl,
    `select poll_payout(p.reference, row('faults', null, null, 'the bank works again', null)::acting)
     from payouts p
     where p.environment = 'live' and p.status = 'processing'
       and p.next_confirmation_at > now() + interval '5 seconds'`,
  );
}

async function countUndelivered({ ownerUrl }: Platform): Promise<number> {
  const [row] = await runSql<{ undelivered: string }>(
    ownerUrl,
    "select count(*) as undelivered from events where delivery_status not in ('delivered', 'not_sent')",
  );
  return Number(row!.undelivered);
}
