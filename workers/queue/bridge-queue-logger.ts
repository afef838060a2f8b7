import { Logger as QueueLogger } from "graphile-worker";
import type { Logger } from "pino";

const levels = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/**
 * Returns a logger for graphile-worker that writes to ours. Of its metadata only the names in the scope are kept: the
 * rest holds whole jobs, payloads included. Its "info" says that a job completed, which is our debug.
 */
export function bridgeQueueLogger(logger: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    const { taskIdentifier, jobId } = scope;
    const errorName = meta.error instanceof Error ? meta.error.name : undefined;
    logger[levels[level]]({ queue: { task: taskIdentifier, job: jobId }, errorName }, message);
  });
}
