import type { Misbehaviour } from "../misbehaviour.ts";

/** It answers 429 with Retry-After. */
export const misbehaviour: Misbehaviour = {
  name: "answer 429",
  mood: ({ kind }, random) =>
    random.next() < (kind === "transfer" ? 0.7 : 0.4) ? "rate limited" : undefined,
};
