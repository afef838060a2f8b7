import { findWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookEndpointJson } from "../../sql/webhooks/endpoints/webhook-endpoint-json.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const getWebhookEndpoint = route({
  method: "get",
  path: "/v1/webhook-endpoint",
  summary: "Get the webhook endpoint and its health",
  scope: "events:read",
  success: { status: 200, data: webhookEndpointJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller }, { database }) => {
    const data = await findWebhookEndpoint(database, { tenant: caller });
    if (data === null) throw notFound();
    return { data };
  },
});
