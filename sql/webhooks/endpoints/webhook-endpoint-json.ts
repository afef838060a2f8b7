import { z } from "zod";
import { environmentJson, timestampJson } from "../../formats/public-json.ts";

const shown = z.object({
  url: z.string().describe("Where events are sent, as a normalised URL."),
  status: z.enum(["enabled", "disabled"]).describe("disabled: events are held until a URL is set again."),
  disabledAt: timestampJson.optional(),
  disabledReason: z.string().describe("Why it was disabled.").optional(),
  failingSince: timestampJson
    .describe(
      "The first failed attempt since the last successful one. Five days later the endpoint is disabled.",
    )
    .optional(),
  previousSecretExpiresAt: timestampJson
    .describe("Until then the previous secret signs as well, as v1_prev.")
    .optional(),
  environment: environmentJson,
  createdAt: timestampJson,
  updatedAt: timestampJson,
});

/** A merchant's webhook endpoint as the API shows it; made by SQL's webhook_endpoint_json. */
export const webhookEndpointJson = shown.meta({
  id: "WebhookEndpoint",
  description: "Where the merchant's events of one environment are sent.",
});

export type WebhookEndpointJson = z.output<typeof webhookEndpointJson>;

const secret = z.string();

/** An endpoint that this request may have created. */
export const webhookEndpointSetJson = shown
  .extend({
    secret: secret
      .describe("whsec_… Only where this request created the endpoint: it is shown this once.")
      .optional(),
  })
  .meta({ id: "WebhookEndpointSet", description: "A webhook endpoint, with its secret when it is new." });

/** An endpoint with a new secret. */
export const webhookEndpointRotatedJson = shown
  .extend({ secret: secret.describe("whsec_… Its events are signed with it. It is shown this once.") })
  .meta({ id: "WebhookEndpointRotated", description: "A webhook endpoint with its new secret." });
