import { z } from "zod";
import { environment, reference, timestamp } from "../http/fields.ts";

export const eventType = z.enum([
  "collection.success",
  "collection.underpaid",
  "collection.expired",
  "payout.succeeded",
  "payout.failed",
  "payout.reversed",
  "kyc.succeeded",
  "kyc.failed",
  "webhook.test",
]);

export const deliveryStatus = z.enum(["not_sent", "pending", "delivered", "held", "exhausted"]);

const shown = z.object({
  id: reference("evt").describe("The reference again. Handle it once: an event can arrive twice."),
  reference: reference("evt"),
  type: eventType,
  environment,
  createdAt: timestamp,
  data: z.record(z.string(), z.unknown()).describe("The resource as GET showed it at that moment."),
  delivery: z
    .object({
      status: deliveryStatus.describe(
        "not_sent: there was no endpoint. held: the endpoint is turned off. exhausted: every attempt failed.",
      ),
      attempts: z.int(),
      nextAttemptAt: timestamp.optional(),
    })
    .describe("How it reached the webhook endpoint."),
});

/** An event as callers see it; made by SQL's event_json. `data` is the resource as it was at that moment. */
export const event = shown.meta({ id: "Event", description: "Something that happened." });

/** With every attempt at delivering it: what was sent, and what came back. */
export const eventWithAttempts = shown
  .extend({
    attempts: z.array(
      z.object({
        number: z.int().describe("1 for the first; replays go on counting."),
        sentAt: timestamp,
        url: z.string().describe("Where it was sent: the endpoint's URL at that time."),
        requestHeaders: z.record(z.string(), z.string()).describe("What was sent, the signature included."),
        requestBody: z.string().describe("The exact bytes that were sent, the same every time."),
        responseStatus: z.int().describe("2xx acknowledges.").optional(),
        responseBody: z
          .string()
          .describe("What came back, up to 64 KB. It is the receiver's text: show it as such.")
          .optional(),
        durationMs: z.int().describe("From the start until the whole answer was there, 15 seconds at most."),
        error: z.string().describe("Why there was no complete answer.").optional(),
      }),
    ),
  })
  .meta({ id: "EventWithAttempts", description: "An event with every attempt at delivering it." });
