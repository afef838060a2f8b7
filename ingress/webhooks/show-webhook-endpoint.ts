import { findWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookEndpointJson } from "../../sql/webhooks/endpoints/webhook-endpoint-json.ts";
import { tenantRoute } from "../http/session-route.ts";

/**
 * What get-webhook-endpoint.ts does for a key, for a person: that there is none yet is no failure, which browsers would
 * log with each visit.
 */
export const showWebhookEndpoint = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/webhook-endpoint",
  summary: "Get the webhook endpoint and its health, or null",
  permission: "read",
  success: { status: 200, data: webhookEndpointJson.nullable() },
  handler: async ({ caller }, { database }) => ({
    data: await findWebhookEndpoint(database, { tenant: caller }),
  }),
});
