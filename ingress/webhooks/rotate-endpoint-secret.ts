import { z } from "zod";
import { rotateWebhookSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { webhookEndpointRotatedJson } from "../../sql/webhooks/endpoints/webhook-endpoint-json.ts";
import { notFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";
import { secretOverlapHours } from "./endpoint-fields.ts";

/** What rotate-webhook-secret.ts does for a key, done by a person: it asks for proof, and is in the audit log. */
export const rotateEndpointSecret = tenantRoute({
  method: "post",
  path: "/dashboard/api/:environment/webhook-endpoint/rotate-secret",
  summary: "Rotate the webhook signing secret",
  permission: "develop",
  stepUp: true,
  withoutApproval: true,
  request: { body: z.object({ overlapHours: secretOverlapHours }) },
  success: { status: 200, data: webhookEndpointRotatedJson },
  errors: ["NOT_FOUND"],
  handler: async ({ session, caller, body }, { database, config }) => {
    const { encryptionKeys } = config;
    const acting = session.acting;
    const rotated = await rotateWebhookSecret(database, encryptionKeys, caller, body.overlapHours, acting);
    if (rotated === null) throw notFound();
    return { data: { ...rotated.json, secret: rotated.secret } };
  },
});
