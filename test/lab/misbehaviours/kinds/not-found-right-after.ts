import type { Misbehaviour } from "../misbehaviour.ts";

/** For a while it does not find accepted transfers. */
export const misbehaviour: Misbehaviour = {
  name: "404 right after accepting",
  mood: ({ kind, nth }, random) =>
    kind === "find" && (nth === 1 || random.next() < 0.5) ? "not found yet" : undefined,
};
