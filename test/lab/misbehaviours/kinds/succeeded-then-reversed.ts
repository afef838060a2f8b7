import type { Misbehaviour } from "../misbehaviour.ts";

/** The money it paid comes back. */
export const misbehaviour: Misbehaviour = {
  name: "succeeded, then reversed",
  turn: { from: "succeeded", to: "reversed" },
};
