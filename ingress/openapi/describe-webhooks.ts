import { z } from "zod";
import { collectionJson } from "../../sql/collections/collection-json.ts";
import { unmatchedCreditJson } from "../../sql/collections/credits/credit-json.ts";
import { identityCheckJson } from "../../sql/identity/identity-check-json.ts";
import { payoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { payoutJson } from "../../sql/payouts/payout-json.ts";
import { refundJson } from "../../sql/refunds/refund-json.ts";
import { eventJson, eventTypes, type EventType } from "../../sql/webhooks/events/event-json.ts";
import type { SchemaConverter } from "./convert-schemas.ts";
import type { Document, Operation, Parameter } from "./document.ts";
import type { RecordedExamples } from "./examples.ts";

const kinds: Record<EventType, { summary: string; data: z.ZodType }> = {
  "collection.success": {
    summary: "A collection settled. Fulfil the order.",
    data: collectionJson,
  },
  "collection.underpaid": {
    summary: "A payment below the expected amount was received",
    data: collectionJson,
  },
  "collection.expired": {
    summary: "A collection expired without being paid in full",
    data: collectionJson,
  },
  "collection.unmatched": {
    summary: "Money was received that doesn't match the collection. See data.unmatched.",
    data: collectionJson,
  },
  "credit.unmatched": {
    summary: "Money was received that waits for you to accept it or send it back, or its return failed",
    data: unmatchedCreditJson,
  },
  "credit.accepted": { summary: "Unmatched money was added to your balance", data: unmatchedCreditJson },
  "credit.returned": { summary: "The payer's bank has the returned money", data: unmatchedCreditJson },
  "payout.awaiting_approval": {
    summary: "A payout waits for a second person to approve it. Its money is reserved.",
    data: payoutJson,
  },
  "payout.canceled": {
    summary: "A payout was rejected, or not approved within 72 hours. Its money is available again.",
    data: payoutJson,
  },
  "payout.succeeded": { summary: "A payout reached its destination", data: payoutJson },
  "payout.failed": { summary: "A payout failed. Its money is available again.", data: payoutJson },
  "payout.reversed": { summary: "The bank returned a payout that had succeeded", data: payoutJson },
  "payout_batch.ready": { summary: "A batch is checked, and can be started", data: payoutBatchJson },
  "payout_batch.awaiting_approval": {
    summary: "A batch waits for a second person to approve it. Its money is reserved.",
    data: payoutBatchJson,
  },
  "payout_batch.completed": { summary: "Each payout of a batch has ended", data: payoutBatchJson },
  "payout_batch.canceled": {
    summary: "A batch was canceled. What wasn't sent of it is available again.",
    data: payoutBatchJson,
  },
  "payout_batch.failed": {
    summary: "The names of a batch's accounts couldn't be checked within a day",
    data: payoutBatchJson,
  },
  "refund.succeeded": { summary: "The payer's bank has the refund", data: refundJson },
  "refund.failed": { summary: "A refund failed. Its money is available again.", data: refundJson },
  "refund.reversed": { summary: "The bank returned a refund that had succeeded", data: refundJson },
  "refund.awaiting_approval": {
    summary: "A refund waits for a second person to approve it. Its money is reserved.",
    data: refundJson,
  },
  "refund.needs_destination": {
    summary: "A refund waits for you to set the payer's account. Its money is reserved.",
    data: refundJson,
  },
  "refund.canceled": {
    summary:
      "A refund was canceled: by you, because it wasn't approved, or after 90 days without a destination. Its money is available again.",
    data: refundJson,
  },
  "kyc.succeeded": { summary: "An identity check matched", data: identityCheckJson },
  "kyc.failed": { summary: "An identity check did not match", data: identityCheckJson },
  "webhook.test": {
    summary: "A test event you requested",
    data: z.object({ message: z.string() }),
  },
};

/** The headers that each delivery carries. */
const headers: Parameter[] = [
  {
    name: "x-service-signature",
    in: "header",
    required: true,
    description:
      "t (Unix time in seconds), v1 (hex HMAC-SHA256 of t, a dot and the raw body, keyed by the webhook secret) and, during a rotation of the secret, v1_prev (the same, keyed by the previous secret). Reject a t more than 300 seconds away.",
    schema: { type: "string", pattern: "^t=\\d+,v1=[0-9a-f]{64}(,v1_prev=[0-9a-f]{64})?$" },
  },
  {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The event's reference, the same in every attempt (Standard Webhooks).",
    schema: { type: "string" },
  },
  {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "Unix time in seconds (Standard Webhooks).",
    schema: { type: "string", pattern: "^\\d+$" },
  },
  {
    name: "webhook-signature",
    in: "header",
    required: true,
    description: "Keyed by the secret's decoded bytes (Standard Webhooks).",
    schema: { type: "string" },
  },
  {
    name: "traceparent",
    in: "header",
    required: true,
    description:
      "W3C Trace Context. The trace of the request that caused the event, the same in every attempt. Not signed.",
    schema: { type: "string", pattern: "^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$" },
  },
];

/** Describes the requests that merchants' webhook endpoints receive, one for each type of event. */
export function describeWebhooks(
  schemas: SchemaConverter,
  recorded: RecordedExamples["webhooks"],
): Document["webhooks"] {
  const webhooks = eventTypes.map((type) => {
    const { summary, data } = kinds[type];
    const body = eventJson.omit({ delivery: true }).extend({ type: z.literal(type), data });
    const example = recorded[type];
    const examples = example && { delivered: { summary: "As delivered", value: example.body } };
    const post: Operation = {
      operationId: `on${type.replace(/(?:^|\W)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      summary,
      tags: ["Webhooks"],
      security: [],
      parameters: headers,
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemas.received(body), ...(examples && { examples }) } },
      },
      responses: {
        "2XX": { description: "Received. After any other response, we retry later." },
        "400": { description: "The signature is invalid." },
        "410": { description: "The endpoint is gone. We disable it and hold its events." },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(webhooks);
}
