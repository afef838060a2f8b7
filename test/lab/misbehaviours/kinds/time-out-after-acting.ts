import type { Misbehaviour } from "../misbehaviour.ts";

/** It carries out the request, and never responds. */
export const misbehaviour: Misbehaviour = {
  name: "time out after acting",
  mood({ kind, nth }, random) {
    if (kind === "transfer") return "stall";
    return nth === 1 && random.next() < 0.2 ? "stall" : undefined;
  },
};
