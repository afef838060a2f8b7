import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const GENTLE_MS = 5_000;
const HARD_MS = 10_000;

/**
 * Ends every process of the cluster in `dataDir`, without Patroni, and returns when they are gone; also those that a
 * killed `npm run cluster` left. PostgreSQL recovers at its next start, as after a power cut.
 *
 * It does not await, so that it works while a process exits.
 */
export function endProcesses(dataDir: string): void {
  for (const start = Date.now(); ; wait(50)) {
    const found = findProcesses(dataDir);
    const elapsed = Date.now() - start;
    if (found.length === 0 || elapsed > HARD_MS) break;
    for (const { pid, isPostgres } of found) {
      // PostgreSQL frees its shared memory if it may end gently. A paused one only reacts to SIGKILL.
      send(pid, isPostgres && elapsed < GENTLE_MS ? "SIGQUIT" : "SIGKILL");
      send(pid, "SIGCONT");
    }
  }
  // PostgreSQL does not start while any process has the id in its file.
  for (const node of readFolder(dataDir).filter((name) => name.startsWith("node-")))
    rmSync(join(dataDir, node, "postgres/postmaster.pid"), { force: true });
}

type Found = { pid: number; isPostgres: boolean };

/**
 * The processes with a folder of the cluster in their environment, and their children: PostgreSQL overwrites its
 * environment with its status.
 */
function findProcesses(dataDir: string): Found[] {
  const all = readFolder("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((pid) => [pid, parentOf(pid)]));
  const ours = new Set(all.filter((pid) => worksIn(pid, dataDir)));
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (ours.has(pid) || isOurs(parents.get(pid)));
  return all
    .filter(isOurs)
    .map((pid) => ({ pid: Number(pid), isPostgres: read(`/proc/${pid}/comm`).trim() === "postgres" }));
}

function worksIn(pid: string, dataDir: string): boolean {
  return read(`/proc/${pid}/environ`)
    .split("\0")
    .some((line) => `${line}/`.startsWith(`CLUSTER_DIR=${dataDir}/`));
}

function parentOf(pid: string): string | undefined {
  // The name before it, in brackets, may contain anything.
  return read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1];
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has ended, or is another user's.
    return "";
  }
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
