import { z } from "zod";
import { rotateWebhookSecret as rotate } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookEndpointRotatedJson } from "../../sql/webhooks/endpoints/webhook-endpoint-json.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { secretOverlapHours } from "./endpoint-fields.ts";

export const rotateWebhookSecret = route({
  method: "post",
  path: "/v1/webhook-endpoint/rotate-secret",
  summary: "Rotate the webhook signing secret",
  scope: "events:write",
  withoutApproval: true,
  request: {
    body: z.object({ overlapHours: secretOverlapHours }),
  },
  success: { status: 200, data: webhookEndpointRotatedJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, body }, { database, config }) => {
    const { encryptionKeys } = config;
    const rotated = await rotate(database, encryptionKeys, caller, body.overlapHours, caller.acting);
    if (rotated === null) throw notFound();
    return { data: { ...rotated.json, secret: rotated.secret } };
  },
});
