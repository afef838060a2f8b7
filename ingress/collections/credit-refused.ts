import { Problem } from "../http/problems.ts";

/** The refusal of an unmatched credit that was accepted or returned, is being returned, or waits for approval. */
export const notWaiting = () =>
  new Problem(
    "STATE_CONFLICT",
    "This payment was accepted or returned, is being returned, or waits for approval.",
  );
