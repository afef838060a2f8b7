import type { TaskList } from "graphile-worker";
import type { Logger } from "pino";
import { createDatabase } from "../sql/database.ts";
import { addWorkerPool, registerWorker, unregisterWorker } from "../sql/queries/workers.ts";
import type { Config } from "./config.ts";
import type { TaskContext } from "./context.ts";
import { createGatewayFor } from "./gateways/create-gateway-for.ts";
import { buildTaskList } from "./queue/build-task-list.ts";
import { createCrashPoint } from "./queue/crash-point.ts";
import { createQueuePool } from "./queue/create-queue-pool.ts";
import { describeError } from "./queue/describe-error.ts";
import { keepLease } from "./queue/keep-lease.ts";
import { serveHealth } from "./queue/serve-health.ts";
import { startHeartbeat } from "./queue/start-heartbeat.ts";
import { startRunner } from "./queue/start-runner.ts";
import { startSchedule } from "./schedule.ts";
import type { RunnerName } from "./task-list.ts";
import { createSendWebhook } from "./webhooks/send-webhook.ts";

type OnFatal = (reason: string, error?: unknown) => void;

export type Workers = {
  /** Where /healthz is served, if it is. */
  healthPort: number | undefined;
  /** Takes no more jobs, lets those that run finish, and leaves none locked. */
  stop(): Promise<void>;
};

/**
 * Starts everything that a worker process does: three queue runners on one pool, so that webhook receivers that hang
 * delay neither payouts nor receivers that respond; the lease that lets others take over its jobs when it dies; the
 * sweep; the health server.
 *
 * Throws when the database cannot be reached.
 *
 * @param onFatal called when this process can no longer be trusted with jobs and has to end
 */
export async function startWorkers(config: Config, logger: Logger, onFatal: OnFatal): Promise<Workers> {
  const warn = (what: string) => (error: unknown) => logger.warn({ error: describeError(error) }, what);
  const sizes = sizesOf(config);
  const database = await createDatabase({
    url: config.databaseUrl,
    maxPoolSize: sizes.database,
    applicationName: "workers",
    onError: warn("a database connection was lost"),
  });
  const pool = createQueuePool(config.databaseUrl, sizes.queue, warn("a queue connection was lost"));

  const { worker_id: workerId, slot } = await registerWorker(database);
  const lease = keepLease(database, {
    workerId,
    onLost: () => onFatal("another process took this one for dead"),
    onError: warn("could not extend the lease"),
  });
  const heartbeat = startHeartbeat(database, {
    slot,
    onStuck: () => onFatal("jobs are queued and none is taken"),
    onError: warn("could not queue a heartbeat"),
  });

  const context: TaskContext = {
    database,
    workerId,
    gatewayFor: createGatewayFor(database, config),
    sendWebhook: createSendWebhook(config.webhookGuard),
    webhookGuard: config.webhookGuard,
    encryptionKeys: config.encryptionKeys,
    crashPoint: createCrashPoint(config.crashAt),
    logger,
  };
  const start = (name: RunnerName, concurrency: number, moreTasks: TaskList = {}) =>
    startRunner(
      { ...buildTaskList(name, context, onFatal), ...moreTasks },
      {
        ...{ pool, concurrency, shutdownGraceMs: config.shutdownGraceMs, logger, onFatal },
        onPool: (poolId) => addWorkerPool(database, workerId, poolId),
      },
    );
  const runners = await Promise.all([
    start("money", config.moneyConcurrency, heartbeat.taskList),
    start("webhooks", config.webhookConcurrency),
    start("slow webhooks", sizes.slowWebhooks),
  ]);
  const schedule = startSchedule(database, warn);
  const health =
    config.healthPort === undefined
      ? undefined
      : await serveHealth({ port: config.healthPort, host: config.host }, heartbeat.lastCompleted);

  return {
    healthPort: health?.port,
    stop: async () => {
      await Promise.all([schedule.stop(), heartbeat.stop()]);
      // The lease goes on until the last job is done, so that nobody takes over a job that still runs.
      await Promise.all(runners.map((runner) => runner.stop()));
      await lease.stop();
      await unregisterWorker(database, workerId);
      await pool.end();
      await database.end();
      await health?.close();
    },
  };
}

/** How many jobs for slow receivers run at once, and how many connections the tasks and the queue get. */
function sizesOf({ moneyConcurrency, webhookConcurrency }: Config) {
  const slowWebhooks = Math.ceil(webhookConcurrency / 2);
  return {
    slowWebhooks,
    // A delivery needs a connection for a few of its milliseconds only.
    database: moneyConcurrency + Math.ceil(webhookConcurrency / 2) + 2,
    // One for each money job, so that a finished job never waits to be released; one for two webhooks, which mostly
    // wait for receivers; and one for each runner to LISTEN on.
    queue: moneyConcurrency + Math.ceil((webhookConcurrency + slowWebhooks) / 2) + 5,
  };
}
