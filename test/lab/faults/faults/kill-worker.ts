import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "kill a worker process",
  weight: 4,
  async play({ workers }, random) {
    const worker = random.pick(workers);
    worker.signal("SIGKILL");
    await worker.ended();
    return worker.name;
  },
};
