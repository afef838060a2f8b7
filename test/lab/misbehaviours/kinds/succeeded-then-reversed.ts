import type { Misbehaviour } from "../misbehaviour.ts";

/** The money that it paid comes back to it. */
export const misbehaviour: Misbehaviour = {
  name: "succeeded, then reversed",
  turn: { from: "succeeded", to: "reversed" },
};
