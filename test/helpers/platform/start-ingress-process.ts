import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";
import { eventually } from "../eventually.ts";
import { testEncryptionKey } from "../encryption-key.ts";
import { nodeEnvironment } from "./node-environment.ts";
import { createCall, type Call } from "../call.ts";
import { roleUrl } from "../database/role-url.ts";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));

export type IngressProcess = AsyncDisposable & {
  url: string;
  call: Call;
  process: ChildProcess;
  /** Resolves when it listens; rejects when it ends before. */
  ready: Promise<void>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Everything it has written so far. */
  output(): string;
};

/**
 * Starts an ingress as production does: ingress/main.ts by itself, of this checkout or of the one in `folder`. Killed,
 * if still running, when disposed of.
 */
export async function startIngressProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
  folder = checkout,
): Promise<IngressProcess> {
  const port = Number(env["PORT"] ?? (await findFreePort()));
  const child = spawn(process.execPath, [join(folder, "ingress/main.ts")], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...nodeEnvironment,
      // What does not run under vitest has roles of its own.
      DATABASE_URL: env["DATABASE_URL"] ?? roleUrl(databaseUrl, "ingress"),
      SERVICE_ENCRYPTION_KEY: testEncryptionKey.toString("base64"),
      PORT: `${port}`,
      ...env,
    },
  });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
    // After disconnect() there is no "close".
    child.once("exit", (code, signal) => void setTimeout(() => resolve({ code, signal }), 200));
  });
  const url = `http://127.0.0.1:${port}`;
  const listens = eventually(async () => {
    if (child.exitCode !== null) return;
    await fetch(`${url}/healthz`);
  });
  const died = ended.then(({ code, signal }) => {
    throw new Error(`ingress ended with ${code ?? signal}:\n${output}`);
  });
  const ready = Promise.race([died, listens]);
  died.catch(() => {});
  ready.catch(() => {});

  return {
    url,
    call: createCall(url),
    process: child,
    ready,
    ended,
    output: () => output,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}
