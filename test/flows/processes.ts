import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

export type Process = { pid: number; command: string };

/** Whoever is watched and still runs after the test is ended. */
export function watchProcesses(): (processes: Process[]) => void {
  const watched: Process[] = [];
  onTestFinished(() => {
    for (const { pid } of watched) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended as it should.
      }
    }
  });
  return (processes) => watched.push(...processes);
}

/** The children of a process that run at this moment (Linux only). */
export async function childrenOf(pid: number): Promise<Process[]> {
  const pids = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ").map(Number);
  return Promise.all(pids.map(async (child) => ({ pid: child, command: await commandOf(child) })));
}

/** Resolves when none of the processes runs any more; rejects with those that do after `milliseconds`. */
export async function untilGone(processes: Process[], milliseconds = 15_000): Promise<void> {
  for (const start = Date.now(); ; await sleep(50)) {
    const states = await Promise.all(
      processes.map(async ({ pid, command }) => (await commandOf(pid)) === command),
    );
    const alive = processes.filter((_process, index) => states[index]);
    if (alive.length === 0) return;
    if (Date.now() - start > milliseconds) {
      throw new Error(`Still running: ${alive.map(({ pid, command }) => `${pid} ${command}`).join("; ")}`);
    }
  }
}

/** Empty for a process that has ended, a zombie included. */
async function commandOf(pid: number): Promise<string> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return commandLine.replaceAll("\0", " ").trim();
}
