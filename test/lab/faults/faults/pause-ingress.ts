import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "pause an ingress process",
  weight: 1,
  async play({ ingresses }, random) {
    const ingress = random.pick(ingresses);
    ingress.signal("SIGSTOP");
    await sleep(random.between(1_000, 5_000));
    ingress.signal("SIGCONT");
    return ingress.name;
  },
};
