import { z } from "zod";
import { environment, timestamp } from "../http/fields.ts";

const shown = z.object({
  url: z.string().describe("Where events are sent, in its normal form."),
  status: z.enum(["enabled", "disabled"]).describe("disabled: events are held until a URL is set again."),
  disabledAt: timestamp.optional(),
  disabledReason: z.string().describe("Why it was disabled.").optional(),
  failingSince: timestamp
    .describe("The first failed attempt since the last that succeeded. Five days of it disable the endpoint.")
    .optional(),
  previousSecretExpiresAt: timestamp
    .describe("Until when the secret before the last rotation signs as well, as v1_prev.")
    .optional(),
  environment,
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** Where a merchant hears of events, as callers see it; made by SQL's webhook_endpoint_json. */
export const webhookEndpoint = shown.meta({
  id: "WebhookEndpoint",
  description: "Where the merchant hears of events in one environment.",
});

const secret = z.string().describe("whsec_… What its events are signed with: shown this once.");

/** An endpoint that may have been made just now. */
export const webhookEndpointSet = shown
  .extend({
    secret: secret.describe("Only where this request made the endpoint: shown this once.").optional(),
  })
  .meta({ id: "WebhookEndpointSet", description: "A webhook endpoint, with its secret when it is new." });

/** An endpoint whose secret is new. */
export const webhookEndpointRotated = shown
  .extend({ secret })
  .meta({ id: "WebhookEndpointRotated", description: "A webhook endpoint with its new secret." });
