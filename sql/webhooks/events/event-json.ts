import { z } from "zod";
import { environmentJson, referenceJson, timestampJson } from "../../formats/public-json.ts";

export const eventTypes = [
  "collection.success",
  "collection.underpaid",
  "collection.expired",
  "collection.unmatched",
  "credit.unmatched",
  "credit.accepted",
  "credit.returned",
  "payout.awaiting_approval",
  "payout.canceled",
  "payout.succeeded",
  "payout.failed",
  "payout.reversed",
  "payout_batch.ready",
  "payout_batch.awaiting_approval",
  "payout_batch.completed",
  "payout_batch.canceled",
  "payout_batch.failed",
  "refund.succeeded",
  "refund.failed",
  "refund.reversed",
  "refund.awaiting_approval",
  "refund.needs_destination",
  "refund.canceled",
  "kyc.succeeded",
  "kyc.failed",
  "webhook.test",
] as const;
export type EventType = (typeof eventTypes)[number];

export const deliveryStatuses = ["not_sent", "pending", "delivered", "held", "exhausted"] as const;

const shown = z.object({
  id: referenceJson("evt").describe("Same as reference. Process each id once: an event can arrive twice."),
  reference: referenceJson("evt"),
  type: z.enum(eventTypes),
  environment: environmentJson,
  createdAt: timestampJson,
  data: z.record(z.string(), z.unknown()).describe("The resource, as GET returned it at the time."),
  delivery: z
    .object({
      status: z
        .enum(deliveryStatuses)
        .describe(
          "not_sent: you had no endpoint. held: your endpoint is disabled. exhausted: every attempt failed.",
        ),
      attempts: z.int(),
      nextAttemptAt: timestampJson.optional(),
    })
    .describe("The status of its delivery to your webhook endpoint."),
});

/** An event as the API shows it; made by SQL's event_json. */
export const eventJson = shown.meta({ id: "Event", description: "Something that happened in your account." });

export type EventJson = z.output<typeof eventJson>;

const attempt = z.object({
  number: z.int().describe("Starts at 1. Replays keep counting."),
  sentAt: timestampJson,
  url: z.string().describe("The endpoint's URL at the time."),
  requestHeaders: z.record(z.string(), z.string()).describe("The headers sent, including the signature."),
  responseStatus: z.int().describe("2xx acknowledges.").optional(),
  durationMs: z.int().describe("Time until the response was complete, at most 15 seconds."),
  error: z.string().describe("Why there was no complete response.").optional(),
});

/** An attempt to deliver an event, without bodies; made by SQL's webhook_attempt_json. */
export const attemptJson = attempt.meta({ id: "Attempt", description: "An attempt to deliver an event." });

export type AttemptJson = z.output<typeof attemptJson>;

/** An attempt with what was sent and received; made by SQL's webhook_attempt_with_bodies_json. */
export const attemptWithBodiesJson = attempt
  .extend({
    requestBody: z.string().describe("The exact bytes sent, the same in every attempt."),
    responseBody: z
      .string()
      .describe("The first 16 KB of the response. It's untrusted text: escape it before showing it.")
      .optional(),
    responseBodyCut: z
      .literal(true)
      .describe("True if the response was longer than the part we keep. Absent otherwise.")
      .optional(),
  })
  .meta({ id: "AttemptWithBodies", description: "A delivery attempt with its request and response." });

export type AttemptWithBodiesJson = z.output<typeof attemptWithBodiesJson>;

/** An event with its newest delivery attempts; made by SQL's event_with_attempts_json. */
export const eventWithAttemptsJson = shown
  .extend({ attempts: z.array(attemptJson).describe("The newest ten, newest first.") })
  .meta({ id: "EventWithAttempts", description: "An event with its newest delivery attempts." });

export type EventWithAttemptsJson = z.output<typeof eventWithAttemptsJson>;
