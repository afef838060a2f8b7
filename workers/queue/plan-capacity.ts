import type { JobClass, Queue } from "../../sql/queue/jobs.ts";
import { metricsConnections } from "../../sql/process/metrics/database-metrics.ts";
import type { Config } from "../config.ts";

type Concurrency = Pick<Config, "workerConcurrency" | "webhookConcurrency">;

/** PostgreSQL connections besides those of the tasks. */
export const ownConnections = {
  /** For the lease, which must never wait for the sweep, the purge or the balance polls (startSchedule). */
  control: 3,
  /** Taking and releasing jobs: a few milliseconds each. Test work has its own, so that it doesn't delay live work. */
  queue: { live: 3, test: 1 },
  /** Listens for new jobs. */
  listen: 1,
};

/** How many jobs of a queue run at once in one process. Test work gets half as many as live work. */
export function slotsOf({ jobClass, environment }: Queue, concurrency: Concurrency): number {
  const live: Record<JobClass, number> = {
    lookups: concurrency.workerConcurrency,
    money: concurrency.workerConcurrency,
    webhooks: concurrency.webhookConcurrency,
    slow_webhooks: Math.ceil(concurrency.webhookConcurrency / 2),
    // Few, since nobody waits for one, and mail servers refuse many.
    mails: 4,
  };
  return environment === "live" ? live[jobClass] : Math.ceil(live[jobClass] / 2);
}

/**
 * How many slots of a queue one merchant's jobs may hold, and the identity checks of all merchants: registers are the
 * slowest providers, and what others look up must not wait for them.
 */
export function sharesOf(slots: number): { merchant: number; identity: number } {
  return { merchant: Math.ceil(slots / 2), identity: Math.max(1, Math.floor((slots * 3) / 4)) };
}

/**
 * How many connections the tasks of a queue share. A task needs one for a few milliseconds, often for a shared call:
 * mostly it waits for a provider or a webhook's receiver. Each queue has its own, so that none waits for another's.
 */
export function taskConnectionsOf(queue: Queue, concurrency: Concurrency): number {
  return Math.ceil(slotsOf(queue, concurrency) / 16);
}

/**
 * How many concurrent calls of one operation a process makes to each live gateway. A slow one leaves slots for others;
 * a single gateway may use all.
 */
export function callsAtOnceOf({
  workerConcurrency,
  liveGateways,
}: Pick<Config, "workerConcurrency" | "liveGateways">): number {
  return liveGateways.length < 2 ? workerConcurrency : Math.ceil((workerConcurrency * 3) / 4);
}

/**
 * The most PostgreSQL connections that one worker process opens, one of them only where metrics are served. Behind a
 * PgBouncer those of tasks and metrics are not PostgreSQL's.
 */
export function connectionsOf(
  queues: readonly Queue[],
  config: Concurrency & Pick<Config, "metricsPort" | "databaseDirectUrl">,
): number {
  const { control, queue, listen } = ownConnections;
  const own = control + queue.live + queue.test + listen;
  if (config.databaseDirectUrl !== undefined) return own;
  const metrics = config.metricsPort === undefined ? 0 : metricsConnections;
  return queues.reduce((sum, one) => sum + taskConnectionsOf(one, config), own + metrics);
}
