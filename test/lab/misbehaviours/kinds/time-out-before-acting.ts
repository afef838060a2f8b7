import type { Misbehaviour } from "../misbehaviour.ts";

/** It never responds, and never carries out the request, or long after the timeout. */
export const misbehaviour: Misbehaviour = {
  name: "time out before acting",
  mood({ kind, nth }, random) {
    if (kind === "transfer") return random.pick(["hang", "late"]);
    return nth === 1 && random.next() < 0.2 ? "hang" : undefined;
  },
};
