import { notFound, Problem } from "../http/problems.ts";

/** Why an event is not sent. */
type Reason = "not_found" | "too_many_attempts" | "no_endpoint" | "endpoint_disabled";

/** NOT_FOUND for an event that does not exist, STATE_CONFLICT, with what to do, where there is nowhere to send it. */
export function undeliverable(reason: Reason): Problem {
  switch (reason) {
    case "not_found":
      return notFound();
    case "too_many_attempts":
      return new Problem(
        "STATE_CONFLICT",
        "This event has reached the limit of 100 sends. Read it with GET /v1/events/{reference}.",
      );
    case "no_endpoint":
      return new Problem(
        "STATE_CONFLICT",
        "You have no webhook endpoint. Set one with PUT /v1/webhook-endpoint.",
      );
    case "endpoint_disabled":
      return new Problem(
        "STATE_CONFLICT",
        "Your webhook endpoint is disabled. Set its URL again with PUT /v1/webhook-endpoint.",
      );
  }
}
