import { z } from "zod";
import { environmentJson, timestampJson } from "../../formats/public-json.ts";

const shown = z.object({
  url: z.string().describe("The normalised URL we send events to."),
  status: z.enum(["enabled", "disabled"]).describe("disabled: we hold events until you set a URL again."),
  disabledAt: timestampJson.optional(),
  disabledReason: z.string().describe("Why it was disabled.").optional(),
  failingSince: timestampJson
    .describe("The first failed attempt since the last success. We disable the endpoint five days later.")
    .optional(),
  previousSecretExpiresAt: timestampJson
    .describe("Until then, deliveries are also signed with the previous secret as v1_prev.")
    .optional(),
  environment: environmentJson,
  createdAt: timestampJson,
  updatedAt: timestampJson,
});

/** A merchant's webhook endpoint as the API shows it; made by SQL's webhook_endpoint_json. */
export const webhookEndpointJson = shown.meta({
  id: "WebhookEndpoint",
  description: "The merchant's webhook endpoint in one environment.",
});

export type WebhookEndpointJson = z.output<typeof webhookEndpointJson>;

const secret = z.string();

/** An endpoint that this request may have created. */
export const webhookEndpointSetJson = shown
  .extend({
    secret: secret
      .describe("whsec_… Present only if this request created the endpoint. Shown only once.")
      .optional(),
  })
  .meta({ id: "WebhookEndpointSet", description: "A webhook endpoint, with its secret when it is new." });

/** An endpoint with a new secret. */
export const webhookEndpointRotatedJson = shown
  .extend({ secret: secret.describe("whsec_… Signs the endpoint's events. Shown only once.") })
  .meta({ id: "WebhookEndpointRotated", description: "A webhook endpoint with its new secret." });
