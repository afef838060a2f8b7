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
  /** Awaited before the runner takes its first job, with the name it locks jobs under. */
  onPool: (poolId: string) => Promise<void>;
  /** Called once the runner can no longer be relied on; the process has to end. */
  onFatal: (reason: string, error: unknown) => void;
};

/**
 * Starts one graphile-worker runner.
 *
 * It does not await the release of a job that is done, so a connection lost at that moment leaves the job
 * locked by a process that looks alive. Hence: no batching delay, and every way in which it gives up (`pool:fatalError`,
 * its promise settling, a first question that fails) is reported as fatal.
 */
export async function startRunner(taskList: TaskList, options: Options): Promise<{ stop(): Promise<void> }> {
  const { pool, concurrency, shutdownGraceMs, logger, onPool, onFatal } = options;
  const events: WorkerEvents = new EventEmitter();
  events.on("pool:fatalError", ({ error, action }) => onFatal(`could not ${action}`, error));
  // It looks its tasks up once, and where that fails it remembers the failure: no job would ever be taken.
  let hasAsked = false;
  for (const event of ["worker:getJob:empty", "job:start"] as const)
    events.once(event, () => (hasAsked = true));
  events.on("worker:getJob:error", ({ error }) => {
    if (!hasAsked) onFatal("could not ask for its first job", error);
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
    parsedCronItems: [], // left out, graphile-worker looks for a ./crontab file
    noHandleSignals: true,
    // New jobs arrive by NOTIFY. Each slot polls for those whose time has come, and reads past the other runner's.
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
