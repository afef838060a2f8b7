import type { Misbehaviour } from "../misbehaviour.ts";

/** It pays what it said to have failed. */
export const misbehaviour: Misbehaviour = {
  name: "failed, then succeeded",
  turn: { from: "failed", to: "succeeded" },
};
