import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * Prepares for a new postmaster: stops one that a killed `npm start` left running on this cluster, and removes the
 * postmaster.pid of a killed one.
 *
 * PostgreSQL refuses to start while *any* process has the id in that file; after a reboot that is often another
 * program. Ours is recognised by the cluster name on its command line. Call this only while holding the data folder's
 * lock.
 */
export async function stopOrphan(cluster: string, clusterName: string): Promise<void> {
  const pidFile = join(cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (pid > 0 && (await isPostmaster(pid, clusterName))) {
    for (const [signal, patience] of [
      ["SIGINT", 30_000],
      ["SIGQUIT", 5_000],
      ["SIGKILL", 5_000],
    ] as const) {
      process.kill(pid, signal);
      if (await endsWithin(pid, clusterName, patience)) break;
    }
  }
  await rm(pidFile, { force: true });
}

async function endsWithin(pid: number, clusterName: string, milliseconds: number): Promise<boolean> {
  for (const start = Date.now(); Date.now() - start < milliseconds; await sleep(50)) {
    if (!(await isPostmaster(pid, clusterName))) return true;
  }
  return false;
}

async function isPostmaster(pid: number, clusterName: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(async () => {
    if (process.platform === "linux") return "";
    const listed = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", `${pid}`]).catch(
      () => undefined,
    );
    return listed?.stdout ?? "";
  });
  return commandLine.includes(`cluster_name=${clusterName}`);
}
