import { powerOff } from "../platform/start-cluster.ts";
import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "power off the primary's machine",
  weight: 2,
  unavailable: ({ cluster }) => (cluster === undefined ? "it needs --cluster" : undefined),
  async play({ cluster, untilTold }, random) {
    const forMs = random.between(500, 5_000);
    const name = await cluster!.losePrimary(powerOff, forMs, untilTold);
    return `${name}, until a standby had taken over and for ${Math.round(forMs)} ms more`;
  },
};
