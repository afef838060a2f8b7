import type { Misbehaviour } from "../misbehaviour.ts";

/** It resets the connection before or after carrying out the request. */
export const misbehaviour: Misbehaviour = {
  name: "reset the connection",
  mood({ kind }, random) {
    if (kind === "transfer") return random.pick(["refuse", "drop"]);
    return random.next() < 0.4 ? random.pick(["refuse", "drop"]) : undefined;
  },
};
