import { setTimeout as sleep } from "node:timers/promises";
import type { CrashPoint } from "../../workers/queue/crash-point.ts";
import { startWorkerProcess, type WorkerProcess } from "../helpers/start-worker-process.ts";
import type { Random } from "./random.ts";

/** Where a payout's worker can die; at the others it would wait for work that is not there. */
const points = [
  "job.locked",
  "payout.claimed",
  "payout.sent",
  "payout.finished",
  "job.done",
] as const satisfies CrashPoint[];

/** Longer than the lease of three seconds: the others have given this worker up when it wakes. */
const PAUSE_MS = [3_500, 9_000] as const;
/** How long a worker that is killed or paused at any moment works before. */
const WORK_MS = [200, 4_000] as const;

export type FaultedWorkers = {
  /** How many faults of each kind there were. */
  counts: Map<string, number>;
  /** No more faults: from now on they work as they should. Resolves when the last fault is over. */
  calm(): Promise<void>;
  stop(): Promise<void>;
};

/** Keeps `size` worker processes running as the user of `databaseUrl`, and kills and pauses them without end. */
export function faultWorkers(databaseUrl: string, size: number, random: Random): FaultedWorkers {
  const counts = new Map<string, number>();
  const calming = new AbortController();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  let underWay = 0;
  let onCalm = () => {};
  const start = (env: Record<string, string> = {}) =>
    startWorkerProcess(databaseUrl, { DATABASE_URL: databaseUrl, ...env });
  const count = (fault: string) => void counts.set(fault, (counts.get(fault) ?? 0) + 1);

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (calming.signal.aborted) await work();
      else {
        underWay += 1;
        await random.pick([crashAtPoint, crashAtPoint, pauseAtPoint, killAnyTime, pauseAnyTime])();
        underWay -= 1;
        if (calming.signal.aborted && underWay === 0) onCalm();
      }
    }
  }

  async function work(): Promise<void> {
    await using worker = start();
    await Promise.race([worker.ended, stopped]);
    if (!stopping.signal.aborted) count("ended by itself in the calm");
  }

  async function crashAtPoint(): Promise<void> {
    const point = random.pick(points);
    await using worker = start({ CRASH_AT: point });
    await Promise.race([worker.ended, sleep(20_000)]);
    count(`killed at ${point}`);
  }

  /** Never reaching the point is no fault; a worker that is paused for long ends by itself when it wakes. */
  async function pauseAtPoint(): Promise<void> {
    const point = random.pick(points);
    await using worker = start({ CRASH_AT: `${point}:SIGSTOP` });
    // It may be paused before it could say that it is ready.
    await Promise.race([worker.ready, worker.ended, sleep(5_000)]).catch(() => {});
    await Promise.race([worker.ended, sleep(random.between(1_000, 2_000) + random.between(...PAUSE_MS))]);
    worker.signal("SIGCONT");
    // It wakes, and acts on what it had in hand.
    await Promise.race([worker.ended, sleep(3_000)]);
    count(`paused at ${point}`);
  }

  async function workAWhile(worker: WorkerProcess): Promise<void> {
    await Promise.race([worker.ready, worker.ended]).catch(() => {});
    await Promise.race([worker.ended, sleep(random.between(...WORK_MS))]);
  }

  async function killAnyTime(): Promise<void> {
    await using worker = start();
    await workAWhile(worker);
    count("killed at any time");
  }

  async function pauseAnyTime(): Promise<void> {
    await using worker = start();
    await workAWhile(worker);
    worker.signal("SIGSTOP");
    await sleep(random.between(...PAUSE_MS));
    worker.signal("SIGCONT");
    await Promise.race([worker.ended, sleep(2_000)]);
    count("paused at any time");
  }

  const running = Array.from({ length: size }, keepRunning);
  return {
    counts,
    calm: () =>
      new Promise((resolve) => {
        onCalm = resolve;
        calming.abort();
        if (underWay === 0) resolve();
      }),
    stop: async () => {
      calming.abort();
      stopping.abort();
      await Promise.all(running);
    },
  };
}
