import { z } from "zod";
import { environment, reference, timestamp } from "../fields.ts";

/** An event as callers see it; made by SQL's event_json. `data` is the resource as it was at that moment. */
export const event = z.object({
  id: reference("evt"),
  reference: reference("evt"),
  type: z.string(),
  environment,
  createdAt: timestamp,
  data: z.record(z.string(), z.unknown()),
  delivery: z.object({ status: z.string(), attempts: z.int(), nextAttemptAt: timestamp.optional() }),
});

/** With every attempt at delivering it: what was sent, and what came back. */
export const eventWithAttempts = event.extend({
  attempts: z.array(
    z.object({
      number: z.int(),
      sentAt: timestamp,
      url: z.string(),
      requestHeaders: z.record(z.string(), z.string()),
      requestBody: z.string(),
      responseStatus: z.int().optional(),
      responseBody: z.string().optional(),
      durationMs: z.int(),
      error: z.string().optional(),
    }),
  ),
});
