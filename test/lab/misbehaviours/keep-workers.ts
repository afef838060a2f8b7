import { pino } from "pino";
import { startTestWorkers } from "../../helpers/platform/start-test-workers.ts";

export type RunningWorkers = AsyncDisposable & {
  /** Whether one of their breakers is open: then a provider that behaves again is not called for a while. */
  hasOpenBreaker(): boolean;
};

/**
 * Runs a process's workers. If it would have to end because the machine left no time for its lease, they are replaced,
 * as a process manager restarts a process; what still runs of it is late, and may change nothing.
 */
export async function keepWorkers(databaseUrl: string, env: Record<string, string>): Promise<RunningWorkers> {
  let hasOpenBreaker = false;
  let isStopping = false;
  const all: Promise<AsyncDisposable>[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => void (hasOpenBreaker ||= line.includes('"isOpen":true')) },
  );

  function start(): Promise<AsyncDisposable> {
    let isReplaced = false;
    const workers = startTestWorkers(databaseUrl, env, log, () => {
      if (isReplaced || isStopping) return;
      isReplaced = true;
      hasOpenBreaker = false;
      void workers.then((dead) => dead[Symbol.asyncDispose]()).catch(() => {});
      start().catch(() => {});
    });
    all.push(workers);
    return workers;
  }
  await start();

  return {
    hasOpenBreaker: () => hasOpenBreaker,
    [Symbol.asyncDispose]: async () => {
      isStopping = true;
      const stops = await Promise.allSettled(
        all.map(async (workers) => (await workers)[Symbol.asyncDispose]()),
      );
      const failed = stops.find((stop) => stop.status === "rejected");
      if (stops.length === 1 && failed !== undefined) throw failed.reason;
    },
  };
}
