import { z } from "zod";
import { collectionJson } from "../../sql/collections/collection-json.ts";
import { identityCheckJson } from "../../sql/identity/identity-check-json.ts";
import { payoutJson } from "../../sql/payouts/payout-json.ts";
import { eventJson, eventTypes, type EventType } from "../../sql/webhooks/events/event-json.ts";
import type { SchemaConverter } from "./convert-schemas.ts";
import type { Document, Operation, Parameter } from "./document.ts";
import type { RecordedExamples } from "./examples.ts";

const kinds: Record<EventType, { summary: string; data: z.ZodType }> = {
  "collection.success": {
    summary: "A collection has settled: fulfil the order now",
    data: collectionJson,
  },
  "collection.underpaid": {
    summary: "A payment of less than the expected amount came in",
    data: collectionJson,
  },
  "collection.expired": {
    summary: "A collection has expired without being paid in full",
    data: collectionJson,
  },
  "collection.unmatched": {
    summary: "Money came in that fits a collection no more; data.unmatched says why",
    data: collectionJson,
  },
  "payout.succeeded": { summary: "A payout has reached its destination", data: payoutJson },
  "payout.failed": { summary: "A payout has failed; its money is available again", data: payoutJson },
  "payout.reversed": { summary: "A payout that had succeeded was returned by the bank", data: payoutJson },
  "kyc.succeeded": { summary: "An identity check matched", data: identityCheckJson },
  "kyc.failed": { summary: "An identity check did not match", data: identityCheckJson },
  "webhook.test": {
    summary: "A test that you requested; nothing has happened",
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
      "t (Unix time in seconds), v1 (hex HMAC-SHA256 of t, a dot and the raw body, keyed by the webhook secret) and, during a rotation of the secret, v1_prev (the same, keyed by the previous secret). Refuse a t more than 300 seconds away.",
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
    description: "Keyed by the bytes that the secret encodes (Standard Webhooks).",
    schema: { type: "string" },
  },
  {
    name: "traceparent",
    in: "header",
    required: true,
    description:
      "W3C Trace Context. The trace is that of the request from which the event follows, the same in every attempt. It is not signed.",
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
    const examples = example && { delivered: { summary: "As it was delivered", value: example.body } };
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
        "2XX": { description: "Received. After any other response the event is sent again later." },
        "400": { description: "The signature is not valid." },
        "410": { description: "The endpoint is gone. It is disabled, and events are held from then on." },
      },
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(webhooks);
}
