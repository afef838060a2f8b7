import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "pause a worker process for longer than its lease",
  weight: 3,
  async play({ workers }, random) {
    const worker = random.pick(workers);
    worker.signal("SIGSTOP");
    await sleep(random.between(3_500, 9_000));
    // It resumes, with outdated jobs in hand.
    worker.signal("SIGCONT");
    return worker.name;
  },
};
