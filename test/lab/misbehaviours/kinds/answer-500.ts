import type { Misbehaviour } from "../misbehaviour.ts";

/** It answers 500 after carrying out the request, or 503 without. */
export const misbehaviour: Misbehaviour = {
  name: "answer 500",
  mood({ kind }, random) {
    if (kind === "transfer") return random.pick(["break", "unavailable"]);
    return random.next() < 0.4 ? random.pick(["break", "unavailable"]) : undefined;
  },
};
