import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopOrphan } from "../postgres/stop-orphan.ts";

const STOPPED_WITHIN_MS = 15_000;

/**
 * Ends what a killed `npm run cluster` left running in `dataDir`: by the process ids that it wrote, where the process
 * is still the same, and PostgreSQL by the name of its cluster, which is on its command line. A program of ours has the
 * folder in its environment, so another one that got the same id is left alone.
 */
export async function stopLeftovers(dataDir: string, scope: string): Promise<void> {
  const files = await readdir(dataDir, { recursive: true }).catch(() => []);
  for (const file of files.filter((name) => name.endsWith(".pid") && !name.endsWith("postmaster.pid"))) {
    const path = join(dataDir, file);
    const pid = Number.parseInt(await readFile(path, "utf8").catch(() => ""), 10);
    if (pid > 0 && (await worksIn(pid, dataDir))) {
      process.kill(pid, "SIGCONT");
      process.kill(pid, "SIGTERM");
      const start = Date.now();
      while ((await worksIn(pid, dataDir)) && Date.now() - start < STOPPED_WITHIN_MS) await sleep(50);
      if (await worksIn(pid, dataDir)) process.kill(pid, "SIGKILL");
    }
    await rm(path, { force: true });
  }
  for (const file of files.filter((name) => name.endsWith("/postgres/postmaster.pid")))
    await stopOrphan(join(dataDir, file, ".."), scope);
}

async function worksIn(pid: number, dataDir: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return environment.split("\0").some((variable) => variable.startsWith(`CLUSTER_DIR=${dataDir}`));
}
