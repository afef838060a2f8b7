import { notFound, Problem } from "../http/problems.ts";

/** Why an unmatched credit is neither accepted nor returned. */
export const creditRefused = (outcome: "not_found" | "not_waiting") =>
  outcome === "not_found"
    ? notFound()
    : new Problem(
        "STATE_CONFLICT",
        "This payment was accepted or returned, is being returned, or waits for approval.",
      );
