import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { endProcesses } from "./end-processes.ts";
import { removeNetwork } from "./place-nodes.ts";

/** A throwaway cluster: who started it, and what to remove once that process is gone. */
const runRecord = z.object({
  pid: z.int(),
  /** When the process started, in the kernel's ticks: another process may get the same id later. */
  startedAt: z.string(),
  dataDir: z.string().startsWith("/"),
  network: z.string(),
});

/**
 * Records what this process is about to create, before it does: if this process is killed, others can remove it.
 * Returns the function that deletes the record.
 */
export function noteRun(made: { dataDir: string; network: string }, folder = ownFolder()): () => void {
  const file = join(folder, `${randomUUID()}.json`);
  const run = { pid: process.pid, startedAt: startOf(process.pid), ...made };
  // Renamed once it is complete: another process removes a record that it cannot read.
  const unfinished = `${file}.part`;
  writeFileSync(unfinished, JSON.stringify(run), { mode: 0o600, flag: "wx", flush: true });
  renameSync(unfinished, file);
  return () => rmSync(file, { force: true });
}

/**
 * Ends the clusters of processes that are gone, with their folders and networks. Those of living processes stay. A
 * cluster's processes are identified by the recorded folder (endProcesses), never by a name.
 */
export function endDeadRuns(folder = ownFolder()): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".json"))) {
    const file = join(folder, name);
    const run = readRun(file);
    if (run !== undefined) {
      if (run.startedAt === startOf(run.pid)) continue;
      endProcesses(run.dataDir);
      removeNetwork(run.network);
      rmSync(run.dataDir, { recursive: true, force: true });
    }
    rmSync(file, { force: true });
  }
}

/** The folder of this user's records. Throws if another user made it: what its records name is removed. */
function ownFolder(): string {
  const uid = process.getuid!();
  const folder = join(tmpdir(), `payments-clusters-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} must be a folder that nobody else may enter: remove it.`);
  return folder;
}

function readRun(file: string): z.output<typeof runRecord> | undefined {
  try {
    return runRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Another process has removed it, or it is not ours.
    return undefined;
  }
}

/** When a process started; empty if there is none. */
function startOf(pid: number): string {
  try {
    // The name before it, in brackets, may contain anything. It is the 22nd field, and the brackets end the second.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")[19]!;
  } catch {
    return "";
  }
}
