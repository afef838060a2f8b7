import type { Logger } from "pino";
import { JOBS_CHANNEL } from "../../sql/queue/jobs.ts";
import { keepListening } from "../../sql/process/connections/keep-listening.ts";
import type { RunningQueue } from "./start-runner.ts";

type Options = { databaseUrl: string; processConnections: number; log: Logger };

/**
 * Notifies the workers of a queue when jobs were added to it: one connection for all queues of the process.
 * Notifications lost while it is broken are made up for by the lease, which finds due jobs every second.
 */
export function listenForJobs(
  runners: ReadonlyMap<string, Pick<RunningQueue, "wake">>,
  { databaseUrl, processConnections, log }: Options,
): { close(): Promise<void> } {
  return keepListening({
    databaseUrl,
    channel: JOBS_CHANNEL,
    applicationName: "workers-listen",
    processConnections,
    log,
    onNotification: (payload) => {
      const [queue = "", jobs] = payload.split(" ");
      runners.get(queue)?.wake(Number(jobs));
    },
  });
}
