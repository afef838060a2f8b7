import type { Fault } from "../run.ts";

export const fault: Fault = {
  name: "hand the primary over to a standby",
  weight: 2,
  unavailable: ({ cluster }) => (cluster === undefined ? "it needs --cluster" : undefined),
  async play({ cluster, untilTold }) {
    return `away from ${await cluster!.switchOver(untilTold)}`;
  },
};
