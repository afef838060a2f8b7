import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeEnvironment } from "./node-environment.ts";

const READY_WITHIN_MS = 240_000;

type Demo = {
  baseUrl: string;
  secretKey: string;
  webhookSecret: string;
  merchant: string;
  databaseUrl: string;
};

type Options = { dataDir: string; port: number; flags?: string[]; env?: Record<string, string> };

export type Platform = {
  pid: number;
  /** Everything printed so far, on both channels. */
  output: () => string;
  demo: () => Promise<Demo>;
  /** Sends a signal and returns the exit code (null when the signal itself ended it). */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

/**
 * Runs `scripts/start.ts` as `npm start` does, with PostgreSQL in `dataDir`, and waits until it is ready.
 * Rejects with what it printed when it ends before that.
 */
export async function startPlatform(options: Options): Promise<Platform> {
  const { child, output, exited } = run(options);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!output().includes("is ready at")) {
    const ended = await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 50, "running"))]);
    if (ended !== "running" || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`npm start ended before it was ready:\n${output()}`);
    }
  }
  return {
    pid: child.pid!,
    output,
    demo: async () => JSON.parse(await readFile(join(options.dataDir, "demo.json"), "utf8")),
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs `scripts/start.ts` where it is expected to give up; returns its exit code and all that it printed. */
export async function failToStart(options: Options): Promise<{ code: number | null; output: string }> {
  const { output, exited } = run(options);
  return { code: await exited, output: output() };
}

function run({ dataDir, port, flags = [], env = {} }: Options) {
  const { DATABASE_URL: _one, SERVICE_ENCRYPTION_KEY: _two, NODE_ENV: _three, ...inherited } = process.env;
  const script = fileURLToPath(new URL("../../../scripts/start.ts", import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, ...flags], {
    env: { ...inherited, ...nodeEnvironment, DATA_DIR: dataDir, PORT: `${port}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (printed += `${chunk}`));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => printed, exited };
}
