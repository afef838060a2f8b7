import type { IngressProcess, WorkerProcess } from "../../../helpers/platform/start-process.ts";
import { supervise } from "../../../helpers/platform/supervise.ts";
import type { Proxy } from "../../../helpers/outside/start-proxy.ts";

type Running = IngressProcess | WorkerProcess;

/** One process of the platform, restarted whenever it ends, with its own connection to the database. */
export type Member = AsyncDisposable & {
  name: string;
  /** Between it and PostgreSQL. */
  database: Proxy;
  /** The present process. */
  pid(): number | undefined;
  signal(name: NodeJS.Signals): void;
  /** Resolves when the present process has ended. */
  ended(): Promise<unknown>;
  /** Starts the next process with these settings, once. */
  nextWith(env: Record<string, string>): void;
  /** How often it was started. */
  starts(): number;
  /** The last output of each process that ended without being killed. */
  lastWords: string[];
};

/** Starts a process and keeps it running. Rejects if the first start fails. */
export async function startMember(
  name: string,
  database: Proxy,
  start: (env: Record<string, string>) => Running | Promise<Running>,
): Promise<Member> {
  let next: Record<string, string> = {};
  let starts = 0;
  const lastWords: string[] = [];
  const process = await supervise<Running>(async () => {
    const env = next;
    next = {};
    const started = await start(env);
    starts += 1;
    void listen(started);
    return started;
  });
  async function listen(to: Running): Promise<void> {
    const { code } = await to.ended;
    if (code !== null) lastWords.push(readLastWords(to.log()));
  }
  await process.current().ready;

  return {
    name,
    database,
    pid: () => process.current().pid,
    signal: (signal) => process.current().signal(signal),
    ended: () => process.current().ended,
    nextWith: (env) => (next = env),
    starts: () => starts,
    lastWords,
    [Symbol.asyncDispose]: async () => {
      await process[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** The last line, without its variable parts. */
function readLastWords(log: string): string {
  const line = log.trimEnd().split("\n").at(-1)!;
  try {
    const { msg, error } = JSON.parse(line) as { msg: string; error?: { message: string } };
    return `${msg}${error === undefined ? "" : `: ${error.message}`}`;
  } catch {
    return line;
  }
}
