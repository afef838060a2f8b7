import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran for this long had started well: its next restart has no pause. */
const STEADY_AFTER_MS = 60_000;
/** Longer than a process gives its requests and jobs to finish with the default settings. */
const STOPPED_WITHIN_MS = 30_000;

/** What happens when a ready process ends by itself: it is restarted, or waits for `restart()`. */
export type AfterFailure = "start again" | "wait for restart";

type Options = {
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  /** Whether the process is ready; called until it returns true. Without it the process sends us `{ ready: … }`. */
  isReady?: () => Promise<boolean>;
  report: (line: string) => void;
  afterFailure?: AfterFailure;
};

export type Supervised = {
  /** Resolves when the process is ready; rejects if it ends before that. */
  ready: Promise<void>;
  /** Stops it gently and starts it again, without waiting for either. */
  restart: () => void;
  /** Stops it gently and for good, and waits for that. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => void;
};

/**
 * Runs one of our processes and restarts it if it ends by itself: at once the first time, then after 0.2 s, doubling up
 * to 5 s. It has its own session, so that Ctrl-C in a terminal does not reach it and we choose the order of stopping.
 * It ends when its IPC channel closes, which means that this process has ended.
 */
export function superviseProcess(options: Options): Supervised {
  const { name, script, env, isReady, report, afterFailure = "start again" } = options;
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  let wasReady = false;
  let stopping = false;
  let child: ChildProcess | undefined;
  let restarting = false;
  let pause = new AbortController();

  function becomeReady(): void {
    wasReady = true;
    ready.resolve();
  }

  async function probe(): Promise<void> {
    while (!stopping && !(await isReady?.())) await sleep(50);
    if (!stopping) becomeReady();
  }

  async function run(): Promise<void> {
    let wait = 0;
    while (!stopping) {
      const startedAt = Date.now();
      const ending = await runOnce();
      if (stopping) return;
      if (restarting) {
        restarting = false;
        wait = 0;
        continue;
      }
      if (!wasReady) {
        stopping = true;
        return ready.reject(new Error(`The ${name} did not start (${ending}); its output is above.`));
      }
      if (Date.now() - startedAt > STEADY_AFTER_MS) wait = 0;
      const ended = `The process of the ${name} ended by itself (${ending});`;
      pause = new AbortController();
      if (afterFailure === "wait for restart") {
        report(`${ended} starting it again when a file changes.`);
        await once(pause.signal, "abort");
      } else {
        report(`${ended} starting it again${wait === 0 ? "" : ` in ${wait / 1000} s`}.`);
        await sleep(wait, undefined, { signal: pause.signal }).catch(() => {});
        wait = Math.min(Math.max(FIRST_PAUSE_MS, wait * 2), LONGEST_PAUSE_MS);
      }
      restarting = false;
    }
  }

  async function runOnce(): Promise<string> {
    child = spawn(process.execPath, [script], { env, detached: true, stdio: ["ignore", 2, 2, "ipc"] });
    child.on("message", (message) => {
      if (isReady === undefined && typeof message === "object" && "ready" in message) becomeReady();
    });
    try {
      const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
      return signal ?? `exit code ${code}`;
    } catch (error) {
      return (error as Error).message;
    }
  }

  const finished = run();
  if (isReady !== undefined) void probe();
  return {
    ready: ready.promise,
    restart: () => {
      // Once is enough: the next start reads the latest files.
      if (restarting || stopping) return;
      restarting = true;
      pause.abort();
      child?.kill("SIGTERM");
    },
    kill: () => {
      stopping = true;
      pause.abort();
      child?.kill("SIGKILL");
    },
    stop: async () => {
      stopping = true;
      pause.abort();
      child?.kill("SIGTERM");
      const force = setTimeout(() => {
        report(`The ${name} did not finish within ${STOPPED_WITHIN_MS / 1000} s; ending it.`);
        child?.kill("SIGKILL");
      }, STOPPED_WITHIN_MS);
      await finished;
      clearTimeout(force);
    },
  };
}
