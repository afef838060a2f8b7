import type { Misbehaviour } from "../misbehaviour.ts";

/** What it has said to have succeeded is pending when it is asked again, until it behaves. */
export const misbehaviour: Misbehaviour = {
  name: "succeeded, then pending",
  says: (status, told) => (status === "succeeded" && told.includes("succeeded") ? "pending" : status),
};
