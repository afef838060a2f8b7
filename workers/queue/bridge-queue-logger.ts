import { Logger as QueueLogger } from "graphile-worker";
import type { Logger } from "pino";

/** We give queues fewer connections than slots: a job holds none while it waits for a provider. */
const FEW_CONNECTIONS = /^WARNING: having maxPoolSize \(\d+\) smaller than concurrency/;

const levels = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/**
 * Returns a logger for graphile-worker that writes to ours. Of its metadata only the names in the scope are kept: the
 * rest holds whole jobs, payloads included. Its "info" says that a job completed, which is our debug.
 */
export function bridgeQueueLogger(logger: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    if (FEW_CONNECTIONS.test(message)) return;
    const { taskIdentifier, jobId } = scope;
    const errorName = meta.error instanceof Error ? meta.error.name : undefined;
    logger[levels[level]]({ queue: { task: taskIdentifier, job: jobId }, errorName }, message);
  });
}
