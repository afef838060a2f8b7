import { cutOff } from "../platform/start-cluster.ts";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "cut the primary's machine off",
  weight: 2,
  unavailable: ({ cluster }) => {
    if (cluster === undefined) return "it needs --cluster";
    return cluster.isIsolated ? undefined : "this user may not make network namespaces";
  },
  async play({ cluster, untilTold }, random) {
    const forMs = random.between(500, 5_000);
    const name = await cluster!.losePrimary(cutOff, forMs, untilTold);
    return `${name}, until a standby had taken over and for ${Math.round(forMs)} ms more`;
  },
};
