import { Problem } from "../http/problems.ts";

/** The refusal of an unmatched credit that was accepted or returned, or is being returned. */
export const notWaiting = () =>
  new Problem("STATE_CONFLICT", "This payment was accepted or returned, or is being returned.");
