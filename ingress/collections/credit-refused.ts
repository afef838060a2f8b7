import { conflict, notFound } from "../http/problems.ts";

/** Why an unmatched credit is neither accepted nor returned. */
export function creditRefused(outcome: "not_found" | "not_waiting" | "taken_back") {
  switch (outcome) {
    case "not_found":
      return notFound();
    case "not_waiting":
      return conflict("This payment was accepted or returned, is being returned, or waits for approval.");
    case "taken_back":
      return conflict("The payer's bank is taking this payment back, or may. Contact support.");
  }
}
