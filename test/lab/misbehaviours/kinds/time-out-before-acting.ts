import type { Misbehaviour } from "../misbehaviour.ts";

/** It never responds. What it was asked it never does, or long after nobody waits any more. */
export const misbehaviour: Misbehaviour = {
  name: "time out before acting",
  mood({ kind, nth }, random) {
    if (kind === "transfer") return random.pick(["hang", "late"]);
    return nth === 1 && random.next() < 0.2 ? "hang" : undefined;
  },
};
