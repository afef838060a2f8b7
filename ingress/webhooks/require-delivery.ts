import { notFound, Problem } from "../http/problems.ts";

const noEndpoint = "There is no webhook endpoint: set one with PUT /v1/webhook-endpoint.";
const disabled = "The webhook endpoint is disabled: set its URL again with PUT /v1/webhook-endpoint.";

type Outcome = "queued" | "not_found" | "no_endpoint" | "endpoint_disabled";

/** What is raised where there is nothing to deliver to, or to sign with. */
export const noWebhookEndpoint = () => new Problem("STATE_CONFLICT", noEndpoint);

/**
 * Passes what was queued for delivery. Raises NOT_FOUND for an event that is not there, and STATE_CONFLICT, saying what to
 * do, where nothing can be delivered.
 */
export function requireDelivery(outcome: Outcome): void {
  if (outcome === "not_found") throw notFound();
  if (outcome === "no_endpoint") throw noWebhookEndpoint();
  if (outcome === "endpoint_disabled") throw new Problem("STATE_CONFLICT", disabled);
}
