import { EventEmitter } from "node:events";
import { run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { bridgeQueueLogger } from "./bridge-queue-logger.ts";

type Options = {
  pool: Pool;
  concurrency: number;
  shutdownGraceMs: number;
  logger: Logger;
  /** Awaited before the runner takes its first job, with the name under which it locks jobs. */
  onPool: (poolId: string) => Promise<void>;
  /** Called once the runner can no longer be relied on; the process has to end. */
  onFatal: (reason: string, error: unknown) => void;
};

/**
 * Starts one graphile-worker runner.
 *
 * graphile-worker does not wait for the release of a finished job, so a connection lost at that moment leaves the job
 * locked by a process that looks alive. Therefore releases are not delayed into batches, and every way in which a
 * runner gives up (`pool:fatalError`, its promise settling, a first query that fails) is reported as fatal.
 */
export async function startRunner(taskList: TaskList, options: Options): Promise<{ stop(): Promise<void> }> {
  const { pool, concurrency, shutdownGraceMs, logger, onPool, onFatal } = options;
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:fatalError", ({ error, action }) => onFatal(`could not ${action}`, error));
  // graphile-worker looks up its tasks once. When that fails it keeps the failure, and would never take a job.
  let hasQueried = false;
  for (const event of ["worker:getJob:empty", "job:start"] as const)
    events.once(event, () => (hasQueried = true));
  events.on("worker:getJob:error", ({ error }) => {
    if (!hasQueried) onFatal("could not ask for its first job", error);
  });

  const registered = new Map<string, Promise<void>>();
  const register = async (poolId: string) => {
    if (!registered.has(poolId)) registered.set(poolId, onPool(poolId));
    await registered.get(poolId)!.catch((error: unknown) => {
      onFatal("could not register a worker pool", error);
      throw error;
    });
  };

  const runner: Runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    events,
    logger: bridgeQueueLogger(logger),
    parsedCronItems: [], // otherwise graphile-worker looks for a ./crontab file
    noHandleSignals: true,
    // NOTIFY tells of new jobs. Polling finds those whose time has come.
    pollInterval: 2_000,
    gracefulShutdownAbortTimeout: shutdownGraceMs,
    preset: {
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: "RegisterPoolPlugin",
          version: "1.0.0",
          worker: { hooks: { startWorker: (_context, { worker }) => register(worker.workerPool.id) } },
        },
      ],
    },
  });

  let stopping = false;
  const settled = (error?: unknown) => {
    if (!stopping) onFatal("a queue runner ended by itself", error);
  };
  runner.promise.then(() => settled(), settled);

  return {
    stop: async () => {
      stopping = true;
      await runner.stop();
    },
  };
}
