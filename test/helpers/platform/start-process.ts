import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";
import { createCall, type Call } from "../call.ts";
import { roleUrl } from "../database/role-url.ts";
import { testEncryptionKey } from "../encryption-key.ts";
import { eventually } from "../eventually.ts";
import { nodeEnvironment } from "./node-environment.ts";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));

type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** An ingress or worker process. It is killed, if still running, when it is disposed of. */
type ServiceProcess = AsyncDisposable & {
  pid: number | undefined;
  /** Resolves when it has ended. */
  ended: Promise<Ending>;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Closes the channel to it, as the end of a parent process does. */
  disconnect(): void;
  /** What it has written so far: one JSON document a line, once it has begun to log. */
  log(): string;
};

export type IngressProcess = ServiceProcess & {
  url: string;
  call: Call;
  /** Resolves when it listens; rejects when it ends before. */
  ready: Promise<void>;
};

export type WorkerProcess = ServiceProcess & {
  /** Resolves when it takes jobs; rejects when it ends before. */
  ready: Promise<{ healthPort: number }>;
};

/** Starts an ingress as production does: ingress/main.ts by itself, of this checkout or of the one in `folder`. */
export async function startIngressProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  folder = checkout,
): Promise<IngressProcess> {
  const port = env["PORT"] ?? `${await findFreePort()}`;
  const database = env["DATABASE_URL"] ?? roleUrl(databaseUrl, "ingress");
  const { ready, ...process } = start<void>(join(folder, "ingress/main.ts"), {
    PORT: port,
    DATABASE_URL: database,
    ...env,
  });
  const url = `http://127.0.0.1:${port}`;
  const listens = eventually(async () => {
    if (process.isRunning()) await fetch(`${url}/healthz`);
  }).then(() => (process.isRunning() ? undefined : ready));
  return { ...process, url, call: createCall(url), ready: unlessEnded(ready, listens) };
}

/** Starts a worker process as production does: workers/main.ts by itself, or another `main`, of a checkout. */
export function startWorkerProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  folder = checkout,
  main = "workers/main.ts",
): WorkerProcess {
  return start<{ healthPort: number }>(join(folder, main), {
    DATABASE_URL: env["DATABASE_URL"] ?? roleUrl(databaseUrl, "workers"),
    WORKER_CONCURRENCY: "8",
    WEBHOOK_CONCURRENCY: "8",
    WORKER_HEALTH_PORT: "0",
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    ...env,
  });
}

/** Starts a process of ours. `ready` is what it sends when it is; it never is where it sends nothing. */
function start<Ready>(main: string, env: Record<string, string>): ServiceProcess & { ready: Promise<Ready> } {
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...nodeEnvironment, SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"), ...env },
  });
  let log = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
    // After disconnect() there is no "close".
    child.once("exit", (code, signal) => void setTimeout(() => resolve({ code, signal }), 200));
  });
  const ready = new Promise<Ready>((resolve) => {
    child.on("message", (message: { ready?: Ready }) => {
      if (message.ready !== undefined) resolve(message.ready);
    });
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const died = ended.then(({ code, signal }) => {
    throw new Error(`${main} ended with ${code ?? signal}:\n${log}`);
  });
  return {
    pid: child.pid,
    ended,
    isRunning,
    ready: unlessEnded(died, ready),
    signal: (name) => void child.kill(name),
    disconnect: () => child.disconnect(),
    log: () => log,
    [Symbol.asyncDispose]: async () => {
      if (isRunning()) child.kill("SIGKILL");
      await ended;
    },
  };
}

/** A test that kills at once need not await it. */
function unlessEnded<Result>(died: Promise<unknown>, result: Promise<Result>): Promise<Result> {
  const first = Promise.race([died as Promise<never>, result]);
  for (const promise of [first, died, result]) promise.catch(() => {});
  return first;
}

/** Waits for something that a process has to bring about; fails with the process's log when it ends instead. */
export function whileRunning<Result>(worker: WorkerProcess, result: Promise<Result>): Promise<Result> {
  const ended = worker.ended.then(({ code, signal }) => {
    throw new Error(`the worker ended with ${code ?? signal}:\n${worker.log()}`);
  });
  return Promise.race([result, ended]);
}
