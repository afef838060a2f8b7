import { Logger as QueueLogger } from "graphile-worker";
import type { Logger } from "pino";

/** Queues have fewer connections than slots: a job holds none while it waits for a provider. */
const FEW_CONNECTIONS = /^WARNING: having maxPoolSize \(\d+\) smaller than concurrency/;

const levels = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/**
 * Returns a logger for graphile-worker that writes to ours. Only the names in the scope of its metadata are kept: the
 * rest holds whole jobs, payloads included. Its "info" reports completed jobs, which is our debug.
 */
export function bridgeQueueLogger(logger: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    if (FEW_CONNECTIONS.test(message)) return;
    const { taskIdentifier, jobId } = scope;
    const errorName = meta.error instanceof Error ? meta.error.name : undefined;
    logger[levels[level]]({ queue: { task: taskIdentifier, job: jobId }, errorName }, message);
  });
}
