import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

/** Not every point is reached: there may be no such work. */
const PATIENCE_MS = 8_000;

export const fault: Fault = {
  name: "kill a worker process at its worst moment",
  weight: 4,
  async play({ workers, crashPoints }, random) {
    const worker = random.pick(workers);
    const point = random.pick(crashPoints);
    worker.nextWith({ CRASH_AT: point });
    const starts = worker.starts();
    worker.signal("SIGKILL");
    while (worker.starts() === starts) await sleep(20);
    const patience = new AbortController();
    await Promise.race([worker.ended(), sleep(PATIENCE_MS, undefined, { signal: patience.signal })]);
    patience.abort();
    worker.signal("SIGKILL");
    return `${worker.name} at ${point}`;
  },
};
