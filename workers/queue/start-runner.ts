import { EventEmitter } from "node:events";
import { run, type Runner, type TaskList, type WorkerEvents, type WorkerPool } from "graphile-worker";
import type { Logger } from "pino";
import { bridgeQueueLogger } from "./bridge-queue-logger.ts";
import { sharesOf } from "./plan-capacity.ts";
import { takeJobsTogether, type TakingOptions } from "./take-jobs.ts";

type Options = Pick<TakingOptions, "queue" | "pool" | "lease"> & {
  concurrency: number;
  shutdownGraceMs: number;
  logger: Logger;
  /** Called once the runner can no longer be relied on; the process has to end. */
  onFatal: (reason: string, error: unknown) => void;
};

export type RunningQueue = {
  /** Lets that many idle workers fetch jobs now; all of them by default. */
  wake(jobs?: number): void;
  stop(): Promise<void>;
};

/**
 * Starts the graphile-worker runner of one queue.
 *
 * graphile-worker does not wait for the release of a finished job, so a connection lost at that moment leaves the job
 * locked by a process that looks alive. Therefore releases are not delayed into batches, and every way in which a
 * runner gives up (`pool:fatalError`, its promise settling, a first query that fails) is reported as fatal.
 */
export async function startRunner(taskList: TaskList, options: Options): Promise<RunningQueue> {
  const { queue, pool, lease, concurrency, shutdownGraceMs, logger, onFatal } = options;
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:fatalError", ({ error, action }) => onFatal(`could not ${action}`, error));

  let workerPool: WorkerPool | undefined;
  events.once("pool:create", (created) => ({ workerPool } = created));

  const together = takeJobsTogether({ queue, pool, lease, events, shares: sharesOf(concurrency) });
  // graphile-worker reads its tasks once, before. If that fails it keeps the failure, and would never take a job.
  events.on("worker:getJob:error", ({ error }) => {
    if (!together.hasFetched()) onFatal("could not fetch its first job", error);
  });
  const runner: Runner = await run({
    schema: queue,
    pgPool: together.pool,
    taskList,
    concurrency,
    events,
    logger: bridgeQueueLogger(logger),
    parsedCronItems: [], // otherwise graphile-worker looks for a ./crontab file
    noHandleSignals: true,
    // Seldom, since wake() is called for all jobs that are due.
    pollInterval: 60_000,
    gracefulShutdownAbortTimeout: shutdownGraceMs,
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });

  let stopping = false;
  const settled = (error?: unknown) => {
    if (!stopping) onFatal("a queue runner ended by itself", error);
  };
  runner.promise.then(() => settled(), settled);

  return {
    wake: (jobs = Infinity) => {
      together.wake();
      if (!stopping) workerPool?.nudge(jobs);
    },
    stop: async () => {
      stopping = true;
      await runner.stop();
    },
  };
}
