import { startWorkerProcess, type WorkerProcess } from "./start-worker-process.ts";

export type Supervised = AsyncDisposable & {
  /** How each process that ended by itself ended. */
  endings: { code: number | null; signal: NodeJS.Signals | null }[];
  /** The process that runs now. */
  current(): WorkerProcess;
};

/** Keeps one worker process running, as an operator's process manager does: one that ends is started again. */
export function superviseWorkers(databaseUrl: string, env: Record<string, string> = {}): Supervised {
  const endings: Supervised["endings"] = [];
  let stopped = false;
  let running = startWorkerProcess(databaseUrl, env);

  async function watch(): Promise<void> {
    while (!stopped) {
      const ending = await running.ended;
      if (stopped) return;
      endings.push(ending);
      running = startWorkerProcess(databaseUrl, env);
    }
  }
  const watching = watch();

  return {
    endings,
    current: () => running,
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      await running[Symbol.asyncDispose]();
      await watching;
    },
  };
}
