import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

const MINUTE_MS = 60_000;

export const fault: Fault = {
  name: "shift a worker's clock",
  weight: 1,
  async play({ workers }, random) {
    const worker = random.pick(workers);
    const shift = Math.round(random.between(-10 * MINUTE_MS, 10 * MINUTE_MS));
    worker.nextWith({ CLOCK_SHIFT_MS: `${shift}` });
    worker.signal("SIGKILL");
    await worker.ended();
    await sleep(random.between(5_000, 10_000));
    worker.signal("SIGKILL");
    return `${worker.name} by ${shift} ms`;
  },
};
