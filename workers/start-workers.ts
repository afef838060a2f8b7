import type { Logger } from "pino";
import { createDatabase } from "../sql/database.ts";
import { addWorkerPool, enqueueHeartbeat, registerWorker, unregisterWorker } from "../sql/queries/workers.ts";
import { buildHeartbeat } from "./queue/build-heartbeat.ts";
import { buildTaskList } from "./queue/build-task-list.ts";
import type { Config } from "./config.ts";
import type { TaskContext } from "./context.ts";
import { createCrashPoint } from "./queue/crash-point.ts";
import { createQueuePool } from "./queue/create-queue-pool.ts";
import { describeError } from "./queue/describe-error.ts";
import { createGatewayFor } from "./gateways/create-gateway-for.ts";
import { keepLease } from "./queue/keep-lease.ts";
import { repeat } from "./queue/repeat.ts";
import { startSchedule } from "./schedule.ts";
import { serveHealth } from "./queue/serve-health.ts";
import { startRunner } from "./queue/start-runner.ts";
import { createSendWebhook } from "./webhooks/send-webhook.ts";

const HEARTBEAT_MS = 1_000;
/** For half a minute the database took heartbeats and the runner ran none: nothing heals that but a new process. */
const UNANSWERED_HEARTBEATS = 30;

type OnFatal = (reason: string, error?: unknown) => void;

export type Workers = {
  /** Where /healthz is served, if it is. */
  healthPort: number | undefined;
  /** Takes no more jobs, lets those that run finish, and leaves none locked. */
  stop(): Promise<void>;
};

/**
 * Starts everything that a worker process does: three queue runners on one pool, so that webhook receivers that hang hold
 * up neither a payout nor receivers that answer; the lease that lets others take over its jobs when it dies; the sweep;
 * the health server.
 *
 * @param onFatal called when this process can no longer be trusted with jobs and has to end
 */
export async function startWorkers(config: Config, logger: Logger, onFatal: OnFatal): Promise<Workers> {
  const warn = (what: string) => (error: unknown) => logger.warn({ error: describeError(error) }, what);
  const slowConcurrency = Math.ceil(config.webhookConcurrency / 2);
  const database = await createDatabase({
    url: config.databaseUrl,
    // A delivery needs a connection for a few of its milliseconds only.
    maxPoolSize: config.moneyConcurrency + Math.ceil(config.webhookConcurrency / 2) + 2,
    applicationName: "workers",
    onError: warn("a database connection was lost"),
  });
  // One for each slot of money, so that a finished job never waits to be released; webhooks, which mostly wait for
  // receivers, share one for two; and each runner LISTENs on one.
  const queueConnections =
    config.moneyConcurrency + Math.ceil((config.webhookConcurrency + slowConcurrency) / 2) + 5;
  const pool = createQueuePool(config.databaseUrl, queueConnections, warn("a queue connection was lost"));

  const { worker_id: workerId, slot } = await registerWorker(database);
  const lease = keepLease(database, {
    workerId,
    onLost: () => onFatal("another process took this one for dead"),
    onError: warn("could not extend the lease"),
  });
  const heartbeat = buildHeartbeat(slot);
  const pulse = repeat(HEARTBEAT_MS, warn("could not queue a heartbeat"), async () => {
    await enqueueHeartbeat(database, heartbeat.name);
    if (heartbeat.countQueued() > UNANSWERED_HEARTBEATS) onFatal("jobs are queued and none is taken");
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
  const runnerOptions = {
    pool,
    shutdownGraceMs: config.shutdownGraceMs,
    logger,
    onPool: (poolId: string) => addWorkerPool(database, workerId, poolId),
    onFatal,
  };
  const runners = await Promise.all([
    startRunner(
      { ...buildTaskList("money", context, onFatal), ...heartbeat.taskList },
      { ...runnerOptions, concurrency: config.moneyConcurrency },
    ),
    startRunner(buildTaskList("webhooks", context, onFatal), {
      ...runnerOptions,
      concurrency: config.webhookConcurrency,
    }),
    startRunner(buildTaskList("slow webhooks", context, onFatal), {
      ...runnerOptions,
      concurrency: slowConcurrency,
    }),
  ]);
  const schedule = startSchedule(database, warn("the sweep failed"));
  const health =
    config.healthPort === undefined
      ? undefined
      : await serveHealth(config.healthPort, heartbeat.lastCompleted);

  return {
    healthPort: health?.port,
    stop: async () => {
      await Promise.all([schedule.stop(), pulse.stop()]);
      // The lease goes on until the last job is done: nobody else may take them meanwhile.
      await Promise.all(runners.map((runner) => runner.stop()));
      await lease.stop();
      await unregisterWorker(database, workerId);
      await pool.end();
      await database.end();
      await health?.close();
    },
  };
}
