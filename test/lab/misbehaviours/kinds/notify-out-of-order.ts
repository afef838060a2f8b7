import type { Misbehaviour } from "../misbehaviour.ts";

/** The newest notice comes first, and before the response to what it is about. */
export const misbehaviour: Misbehaviour = {
  name: "notify out of order",
  notifying: "out of order",
  lagMs: (_bankCode, random) => (random.next() < 0.5 ? random.between(100, 600) : 0),
};
