import { z } from "zod";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookEndpointSetJson } from "../../sql/webhooks/endpoints/webhook-endpoint-json.ts";
import { tenantRoute } from "../http/session-route.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import { webhookUrl } from "./endpoint-fields.ts";

/** What set-webhook-endpoint.ts does for a key, done by a person: it asks for proof, and is in the audit log. */
export const changeEndpoint = tenantRoute({
  method: "put",
  path: "/dashboard/api/:environment/webhook-endpoint",
  summary: "Set the webhook endpoint",
  permission: "develop",
  stepUp: true,
  request: { body: z.object({ url: webhookUrl }) },
  success: { status: 200, data: webhookEndpointSetJson },
  handler: async ({ session, caller, body }, context) => {
    const url = await checkWebhookUrl(context, caller, body.url);
    const { database, config } = context;
    const acting = session.acting;
    const { json, secret, isNew } = await setWebhookEndpoint(
      database,
      config.encryptionKeys,
      caller,
      url,
      acting,
    );
    return { data: isNew ? { ...json, secret } : json };
  },
});
