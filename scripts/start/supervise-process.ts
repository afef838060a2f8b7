import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** A process that ran for this long had started well: its next end is a new story. */
const STEADY_AFTER_MS = 60_000;
/** Longer than a process gives its requests and jobs to finish, with the settings that it has by default. */
const STOPPED_WITHIN_MS = 30_000;

type Options = {
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  /** Tells whether the process is ready; asked until it says so. Without it the process sends us `{ ready: … }`. */
  isReady?: () => Promise<boolean>;
  report: (line: string) => void;
};

export type Supervised = {
  /** Settles when the process says that it is ready; rejects when it ends before it ever was. */
  ready: Promise<void>;
  /** Asks it to finish and waits until it has; it is not started again. */
  stop: () => Promise<void>;
  /** Ends it at once. */
  kill: () => void;
};

/**
 * Runs one of our processes and starts it again when it ends by itself: at once the first time, then after 0.2 s,
 * doubling up to 5 s. It has a session of its own, so that Ctrl-C in a terminal leaves the order of stopping to us,
 * and a channel to us whose end tells it that we died.
 */
export function superviseProcess({ name, script, env, isReady, report }: Options): Supervised {
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  let wasReady = false;
  let stopping = false;
  let child: ChildProcess | undefined;
  const pause = new AbortController();

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
      if (!wasReady) {
        stopping = true;
        return ready.reject(new Error(`The ${name} did not start (${ending}); what it said is above.`));
      }
      if (Date.now() - startedAt > STEADY_AFTER_MS) wait = 0;
      report(
        `The process of the ${name} ended by itself (${ending}); starting it again${wait === 0 ? "" : ` in ${wait / 1000} s`}.`,
      );
      await sleep(wait, undefined, { signal: pause.signal }).catch(() => {});
      wait = Math.min(Math.max(FIRST_PAUSE_MS, wait * 2), LONGEST_PAUSE_MS);
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
