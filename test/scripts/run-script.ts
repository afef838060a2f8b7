import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";

export type RunningScript = AsyncDisposable & {
  pid: number;
  /** What it has printed so far. */
  stdout(): string;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended, with its exit code; null when the signal itself ended it. */
  ended: Promise<number | null>;
};

/** The path of one of our scripts. */
export const pathOf = (script: string) => fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url));

/** Runs a script in a process of its own, as npm does; killed, if still running, when disposed of. */
export function runScript(
  path: string,
  args: string[],
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): RunningScript {
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...nodeEnvironment, DATA_DIR: "/nowhere", ...env },
    cwd,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    pid: child.pid!,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    ended,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}
