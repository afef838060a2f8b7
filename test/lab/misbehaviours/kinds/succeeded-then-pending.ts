import type { Misbehaviour } from "../misbehaviour.ts";

/** It reports a succeeded transfer as pending at the next poll, until it behaves. */
export const misbehaviour: Misbehaviour = {
  name: "succeeded, then pending",
  says: (status, told) => (status === "succeeded" && told.includes("succeeded") ? "pending" : status),
};
