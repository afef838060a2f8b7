import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { endProcesses } from "./end-processes.ts";
import { removeNetwork } from "./place-nodes.ts";

/** A cluster that is thrown away: who started it, and what is to be removed when that process is gone. */
const runRecord = z.object({
  pid: z.int(),
  /** When the process started, in the kernel's ticks: another one may have the same id later. */
  startedAt: z.string(),
  dataDir: z.string().startsWith("/"),
  network: z.string(),
});

/**
 * Records what this process is about to create, first: nobody else can remove it if this process is killed. Returns the
 * function that deletes the record.
 */
export function noteRun(made: { dataDir: string; network: string }, folder = ownFolder()): () => void {
  const file = join(folder, `${randomUUID()}.json`);
  const run = { pid: process.pid, startedAt: startOf(process.pid), ...made };
  // Under its name once all of it is there: another process removes a note that it cannot read.
  const unfinished = `${file}.part`;
  writeFileSync(unfinished, JSON.stringify(run), { mode: 0o600, flag: "wx", flush: true });
  renameSync(unfinished, file);
  return () => rmSync(file, { force: true });
}

/**
 * Ends the clusters of processes that are gone, with their folders and networks. Those of processes that live stay. The
 * processes of a cluster are known by the folder that was noted (endProcesses), never by a name.
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

/** The folder of this user's notes. Throws where somebody else made it: what it names is removed. */
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
    // Another process has removed it, or it is none of ours.
    return undefined;
  }
}

/** When a process started; empty where there is none. */
function startOf(pid: number): string {
  try {
    // The name before it, in brackets, may hold anything. It is the 22nd field, and the brackets end the second.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")[19]!;
  } catch {
    return "";
  }
}
