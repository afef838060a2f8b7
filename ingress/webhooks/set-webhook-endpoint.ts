import { z } from "zod";
import { setWebhookEndpoint as set } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookEndpointSetJson } from "../../sql/webhooks/endpoints/webhook-endpoint-json.ts";
import { route } from "../http/route.ts";
import { webhookUrl } from "./endpoint-fields.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";

export const setWebhookEndpoint = route({
  method: "put",
  path: "/v1/webhook-endpoint",
  summary: "Set the webhook endpoint",
  scope: "events:write",
  request: {
    body: z.object({ url: webhookUrl }),
  },
  success: { status: 200, data: webhookEndpointSetJson },
  handler: async ({ caller, body }, context) => {
    const url = await checkWebhookUrl(context, caller, body.url);
    const { database, config } = context;
    const { encryptionKeys } = config;
    const { json, secret, isNew } = await set(database, encryptionKeys, caller, url, caller.acting);
    return { data: isNew ? { ...json, secret } : json };
  },
});
