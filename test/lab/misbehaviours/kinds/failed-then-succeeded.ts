import type { Misbehaviour } from "../misbehaviour.ts";

/** It pays a transfer that it reported as failed. */
export const misbehaviour: Misbehaviour = {
  name: "failed, then succeeded",
  turn: { from: "failed", to: "succeeded" },
};
