import type { Misbehaviour } from "../misbehaviour.ts";

/** The newest notice comes first, even before the response to its transfer. */
export const misbehaviour: Misbehaviour = {
  name: "notify out of order",
  notifying: "out of order",
  lagMs: (_bankCode, random) => (random.next() < 0.5 ? random.between(100, 600) : 0),
};
