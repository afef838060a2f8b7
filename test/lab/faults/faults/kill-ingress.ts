import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "kill an ingress process",
  weight: 2,
  async play({ ingresses }, random) {
    const ingress = random.pick(ingresses);
    ingress.signal("SIGKILL");
    await ingress.ended();
    return ingress.name;
  },
};
