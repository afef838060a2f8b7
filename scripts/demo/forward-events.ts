import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export type Forwarding = { stop: () => void };

/**
 * Runs `npm run listen` for a demo: it forwards the demo merchant's events, signed, to the receiver on `port` of this
 * machine. Resolves once it listens; raises its output if it ends before.
 */
export async function forwardEvents(port: number): Promise<Forwarding> {
  const script = fileURLToPath(new URL("../listen.ts", import.meta.url));
  const receiver = `http://127.0.0.1:${port}/webhooks`;
  const child = spawn(process.execPath, [script, "--forward-to", receiver], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const stop = () => void child.kill("SIGTERM");
  process.once("exit", stop);
  // It ends with this process, however that ends.
  child.channel?.unref();
  const lines = createInterface({ input: child.stderr! });
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => output.push(line));
    child.once("message", () => resolve());
    child.once("exit", () => reject(new Error(output.join("\n") || "npm run listen ended at once.")));
  });
  return { stop };
}
