import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

/** Not every point is reached: there may be no such work. */
const PATIENCE_MS = 8_000;

export const fault: Fault = {
  name: "pause a worker process at its worst moment",
  weight: 2,
  async play({ workers, crashPoints }, random) {
    const worker = random.pick(workers);
    const point = random.pick(crashPoints);
    worker.nextWith({ CRASH_AT: `${point}:SIGSTOP` });
    const starts = worker.starts();
    worker.signal("SIGKILL");
    while (worker.starts() === starts) await sleep(20);
    const since = performance.now();
    while (performance.now() - since < PATIENCE_MS && !(await isStopped(worker.pid()))) await sleep(50);
    // Other workers get its jobs after three seconds, and poll the bank after ten: it continues after that.
    await sleep(random.between(12_000, 18_000));
    worker.signal("SIGCONT");
    return `${worker.name} at ${point}`;
  },
};

/** False without /proc. */
async function isStopped(pid: number | undefined): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return /^State:\s+T/m.test(status);
}
