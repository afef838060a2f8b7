import { Logger as QueueLogger } from "graphile-worker";
import type { Logger } from "pino";

const levels = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/**
 * Gives graphile-worker a logger that writes to ours. Its metadata is dropped but for the names in the scope: it
 * holds whole jobs, payload included. Its "info" says that a job completed, which is our debug.
 */
export function bridgeQueueLogger(logger: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    const { taskIdentifier, jobId } = scope;
    const errorName = meta.error instanceof Error ? meta.error.name : undefined;
    logger[levels[level]]({ queue: { task: taskIdentifier, job: jobId }, errorName }, message);
  });
}
