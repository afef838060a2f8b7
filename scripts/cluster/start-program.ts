import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "../postgres/choose-account.ts";

/** A program that runs in the background, with its log in a file. */
export type Program = {
  name: string;
  pid: number;
  /** Settles when it has ended. */
  ended: Promise<void>;
  hasEnded(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Sends it a signal to end, and kills it after ten seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** The end of its output. */
  lastWords(): string;
};

type Options = {
  name: string;
  /** The folder of its log, and its working folder. */
  folder: string;
  account: Account | undefined;
  command: string;
  args: string[];
  env?: Record<string, string>;
};

const STOPPED_WITHIN_MS = 10_000;
const PATH = "/usr/sbin:/usr/bin:/sbin:/bin";

/** Starts a program in its own session, so that Ctrl-C only reaches us and we stop it in order. */
export function startProgram({ name, folder, account, command, args, env = {} }: Options): Program {
  const logFile = join(folder, `${name}.log`);
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: ["ignore", log, log],
    ...account,
    // The folder identifies the processes of a cluster.
    env: { PATH, LC_ALL: "C.UTF-8", TZ: "UTC", CLUSTER_DIR: folder, ...env },
  });
  closeSync(log);
  // Without it the program is missing; `exit` is not emitted then.
  let failure: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      failure = error;
      resolve();
    });
  });
  const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;

  return {
    name,
    pid: child.pid ?? 0,
    ended,
    hasEnded,
    signal: (signal) => void child.kill(signal),
    stop: async (signal = "SIGTERM") => {
      if (hasEnded()) return ended;
      child.kill(signal);
      // A paused process only reacts to this.
      child.kill("SIGCONT");
      const late = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
    lastWords: () =>
      failure?.message ?? readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-8).join("\n"),
  };
}
