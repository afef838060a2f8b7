import type { Misbehaviour } from "../misbehaviour.ts";

/** It does what it was asked, and never responds. */
export const misbehaviour: Misbehaviour = {
  name: "time out after acting",
  mood({ kind, nth }, random) {
    if (kind === "transfer") return "stall";
    return nth === 1 && random.next() < 0.2 ? "stall" : undefined;
  },
};
