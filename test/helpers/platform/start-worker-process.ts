import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testEncryptionKey } from "../encryption-key.ts";
import { nodeEnvironment } from "./node-environment.ts";
import { roleUrl } from "../database/role-url.ts";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));

export type WorkerProcess = {
  pid: number | undefined;
  /** Resolves when it takes jobs; rejects when it ends before. */
  ready: Promise<{ healthPort: number }>;
  /** Resolves when it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  signal(name: NodeJS.Signals): void;
  /** Closes the channel to it, as the end of a parent process does. */
  disconnect(): void;
  /** What it has logged so far, one JSON document a line. */
  log(): string;
};

/**
 * Starts a worker process as production does: workers/main.ts by itself, or another `main`, of this checkout or of the
 * one in `folder`. It is killed, if still running, when the returned value is disposed of.
 */
export function startWorkerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  folder = checkout,
  main = "workers/main.ts",
): WorkerProcess & AsyncDisposable {
  const child: ChildProcess = spawn(process.execPath, [join(folder, main)], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...nodeEnvironment,
      // What does not run under vitest has roles of its own.
      DATABASE_URL: env["DATABASE_URL"] ?? roleUrl(databaseUrl, "workers"),
      SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      WORKER_CONCURRENCY: "8",
      WEBHOOK_CONCURRENCY: "8",
      WORKER_HEALTH_PORT: "0",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
      ...env,
    },
  });
  let log = "";
  child.stdout!.on("data", (chunk: Buffer) => (log += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (log += chunk.toString()));

  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    // Not 'close': after disconnect() it is never emitted.
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const ready = new Promise<{ healthPort: number }>((resolve, reject) => {
    child.on("message", (message: { ready?: { healthPort: number } }) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
    void ended.then(({ code, signal }) => reject(new Error(`worker ended with ${code ?? signal}:\n${log}`)));
  });
  ready.catch(() => {}); // a test that kills at once need not await it

  return {
    pid: child.pid,
    ready,
    ended,
    signal: (name) => void child.kill(name),
    disconnect: () => child.disconnect(),
    log: () => log,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Waits for something that a process has to bring about; fails with the process's log when it ends instead. */
export function whileRunning<Result>(worker: WorkerProcess, result: Promise<Result>): Promise<Result> {
  const ended = worker.ended.then(({ code, signal }) => {
    throw new Error(`the worker ended with ${code ?? signal}:\n${worker.log()}`);
  });
  return Promise.race([result, ended]);
}
