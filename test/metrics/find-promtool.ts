import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs promtool, which Debian's package prometheus has. Rejects with what it prints if it finds something wrong. */
export async function promtool(...parameters: string[]): Promise<string> {
  return (await run("promtool", parameters)).stdout;
}

/** Whether promtool is on PATH. Where it is not, one line says that `what` is not tested. */
export async function findPromtool(what: string): Promise<boolean> {
  const isThere = await promtool("--version").then(
    () => true,
    () => false,
  );
  if (!isThere) console.log(`${what} are not tested: there is no promtool on PATH (Debian's prometheus).`);
  return isThere;
}
