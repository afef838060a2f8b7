import type { Logger } from "pino";
import { keepListening } from "../sql/process/connections/keep-listening.ts";
import { createDatabase } from "../sql/process/database.ts";
import { JOBS_CHANNEL, queues, type Queue } from "../sql/queue/jobs.ts";
import { serveMetrics } from "../sql/process/metrics/serve-metrics.ts";
import { HEARTBEAT_QUEUE, registerWorker, unregisterWorker } from "../sql/queue/workers/workers.ts";
import { pollBalances } from "./floats/poll-balances.ts";
import type { Config } from "./config.ts";
import type { QueueContext } from "./context.ts";
import { createNameEnquiryCalls } from "./banks/name-enquiry-calls.ts";
import { createGateways } from "./gateways/create-gateways.ts";
import { createGatewayGuards } from "./gateways/guards/create-gateway-guards.ts";
import { createSendMail } from "./mails/create-send-mail.ts";
import { measureCertificate } from "./measure-certificate.ts";
import { buildTaskList } from "./queue/build-task-list.ts";
import { createPayoutCalls } from "./payouts/payout-calls.ts";
import { createCrashPoint } from "./queue/crash-point.ts";
import { createQueuePool, useOf } from "./queue/create-queue-pool.ts";
import { describeError } from "./queue/describe-error.ts";
import { keepLease } from "./queue/keep-lease.ts";
import {
  callsAtOnceOf,
  connectionsOf,
  ownConnections,
  slotsOf,
  taskConnectionsOf,
} from "./queue/plan-capacity.ts";
import { serveHealth } from "./queue/serve-health.ts";
import { startRunner, type RunningQueue } from "./queue/start-runner.ts";
import { startSchedule } from "./schedule.ts";
import { tasks } from "./task-list.ts";
import { createDeliveryBatches } from "./webhooks/delivery-batches.ts";
import { createDirectDelivery, type DirectDelivery } from "./webhooks/direct-delivery.ts";
import { createSendWebhook } from "./webhooks/send-webhook.ts";

type OnFatal = (reason: string, error?: unknown) => void;

export type Workers = {
  /** Where /healthz and /readyz are served, if they are. */
  healthPort: number | undefined;
  /** Where /metrics is served, if it is. */
  metricsPort: number | undefined;
  /** Takes no more jobs, lets running ones finish, and leaves none locked. */
  stop(): Promise<void>;
};

/** Longer than a statement may wait for a lock: a task waits for the others of its queue, and does not fail. */
const WAIT_MS = 5_000;

/**
 * Starts everything that a worker process does: a runner for each queue, with slots and connections of its own, so that
 * no class of work and no environment delays another; the lease that lets others take over its jobs when it dies; the
 * sweep; the health server.
 *
 * Throws when the database cannot be reached.
 *
 * @param onFatal called when this process can no longer be trusted with jobs and has to end
 */
export async function startWorkers(config: Config, logger: Logger, onFatal: OnFatal): Promise<Workers> {
  const warn = (what: string) => (error: unknown) => logger.warn({ error: describeError(error) }, what);
  const directUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const isPooled = config.databaseDirectUrl !== undefined;
  const onError = warn("a database connection was lost");
  const connect = (applicationName: string, maxPoolSize: number) =>
    createDatabase({
      url: config.databaseUrl,
      isPooled,
      applicationName,
      maxPoolSize,
      waitMs: WAIT_MS,
      onError,
    });
  // The lease uses the same route as taking jobs: if a PgBouncer is down, this process still lives.
  const control = await createDatabase({
    url: directUrl,
    applicationName: "workers",
    maxPoolSize: ownConnections.control,
    waitMs: WAIT_MS,
    onError,
  });

  const { workerId, slot } = await registerWorker(control);
  const runners = new Map<string, RunningQueue>();
  let stopping = false;
  const lease = keepLease(control, {
    workerId,
    slot,
    isStopping: () => stopping,
    onDue: (due) => due.forEach((queue) => runners.get(queue)?.wake()),
    onFatal,
    onError: warn("could not extend the lease"),
  });
  const openQueuePool = (size: number) =>
    createQueuePool(directUrl, size, warn("a queue connection was lost"));
  const queuePools = {
    live: openQueuePool(ownConnections.queue.live),
    test: openQueuePool(ownConnections.queue.test),
  };
  const tools: Omit<
    QueueContext,
    "database" | "gateways" | "payoutCalls" | "nameEnquiryCalls" | "deliveries"
  > = {
    workerId,
    sendWebhook: createSendWebhook(config.webhookGuard),
    webhookGuard: config.webhookGuard,
    sendMail: createSendMail(config.mailServer),
    publicUrl: config.publicUrl,
    encryptionKeys: config.encryptionKeys,
    responseTimeoutMs: config.responseTimeoutMs,
    crashPoint: createCrashPoint(config.crashAt),
    logger,
  };
  const guards = createGatewayGuards({
    callsAtOnce: callsAtOnceOf(config),
    onChange: (change) => logger.warn(change, "the circuit breaker of a gateway has changed"),
  });
  const openQueue = async (queue: Queue) => ({
    queue,
    database: await connect(queue.name, taskConnectionsOf(queue, config)),
  });
  type Opened = Awaited<ReturnType<typeof openQueue>>;
  const contextOf = ({ queue, database }: Opened, directDelivery?: DirectDelivery): QueueContext => {
    const gateways = createGateways(database, { ...config, guards });
    return {
      ...tools,
      database,
      payoutCalls: createPayoutCalls(database, gateways, directDelivery),
      nameEnquiryCalls: createNameEnquiryCalls(database, gateways),
      gateways,
      deliveries: createDeliveryBatches(database, { workerId, isSlow: queue.jobClass === "slow_webhooks" }),
    };
  };
  const startDirectDelivery = (queue: Queue, context: QueueContext): DirectDelivery => {
    const { task, limitMs } = tasks.deliver_webhook;
    return createDirectDelivery({
      deliver: (eventId, signal) => task({ ...context, signal }, eventId),
      limitMs,
      most: slotsOf(queue, config),
      shutdownGraceMs: config.shutdownGraceMs,
      onStuck: onFatal,
      onError: warn("an event was not delivered"),
    });
  };
  const startQueue = async ({ queue, database }: Opened) => {
    const context =
      webhookContexts.get(queue) ?? contextOf({ queue, database }, directDeliveries.get(queue.environment));
    const taskList = buildTaskList(queue, context, onFatal);
    const runner = await startRunner(
      queue.name === HEARTBEAT_QUEUE ? { ...taskList, ...lease.taskList } : taskList,
      {
        queue: queue.name,
        pool: queuePools[queue.environment],
        lease,
        concurrency: slotsOf(queue, config),
        shutdownGraceMs: config.shutdownGraceMs,
        logger,
        onFatal,
      },
    );
    runners.set(queue.name, runner);
    return { queue, database, runner };
  };
  const opened = await Promise.all(queues.map(openQueue));
  // Direct deliveries share calls with those of jobs.
  const webhookContexts = new Map(
    opened.filter(({ queue }) => queue.jobClass === "webhooks").map((one) => [one.queue, contextOf(one)]),
  );
  const directDeliveries = new Map(
    [...webhookContexts].map(([queue, context]) => [queue.environment, startDirectDelivery(queue, context)]),
  );
  const started = await Promise.all(opened.map(startQueue));
  const listening = keepListening({
    databaseUrl: directUrl,
    channel: JOBS_CHANNEL,
    applicationName: "workers-listen",
    processConnections: connectionsOf(queues, config),
    log: logger,
    onNotification: (payload) => {
      const [queue = "", jobs] = payload.split(" ");
      runners.get(queue)?.wake(Number(jobs));
    },
  });
  const pollers = { database: control, gateways: createGateways(control, { ...config, guards }), logger };
  const schedule = startSchedule(control, {
    workerId,
    onError: warn,
    enquiriesPerSecond: config.batchEnquiriesPerSecond,
    pollBalances: (signal, runSerially) =>
      pollBalances({ ...pollers, runSerially }, signal, (gateway) =>
        warn(`the balance at ${gateway} could not be polled`),
      ),
  });
  const health =
    config.healthPort === undefined
      ? undefined
      : await serveHealth(
          { port: config.healthPort, host: config.host },
          { lastHeartbeat: lease.lastHeartbeat, isStopping: () => stopping },
        );
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await serveMetrics({
          port: config.metricsPort,
          host: config.host,
          databaseUrl: config.databaseUrl,
          isPooled,
          onError: warn("the service could not be measured"),
          pools: {
            control: control.use,
            ...Object.fromEntries(started.map(({ queue, database }) => [queue.name, database.use])),
            jobs_live: () => useOf(queuePools.live),
            jobs_test: () => useOf(queuePools.test),
          },
          gauges: [
            {
              name: "payments_worker_lease_age_seconds",
              help: "Since the process renewed its lease. From 3 on it takes no jobs.",
              read: () => lease.ageMs() / 1000,
            },
            {
              name: "payments_worker_heartbeat_age_seconds",
              help: "Since the process completed a heartbeat job, which is queued every four seconds.",
              read: () => (performance.now() - lease.lastHeartbeat()) / 1000,
            },
            measureCertificate(config.publicUrl),
          ],
        });

  return {
    healthPort: health?.port,
    metricsPort: metrics?.port,
    stop: async () => {
      stopping = true;
      // The lease goes on until the last job is done, so that nobody takes over a job that still runs.
      // Both graces begin now, while a sweep may still run: the process has little time after them.
      const jobs = Promise.all(started.map(({ runner }) => runner.stop()));
      const deliveries = [...directDeliveries.values()].map((one) => one.stop(jobs));
      await Promise.all([...deliveries, schedule.stop(), listening.close()]);
      await lease.stop();
      await unregisterWorker(control, { workerId });
      await Promise.all([
        ...started.map(({ database }) => database.end()),
        queuePools.live.end(),
        queuePools.test.end(),
      ]);
      await control.end();
      await health?.close();
      await metrics?.close();
    },
  };
}
