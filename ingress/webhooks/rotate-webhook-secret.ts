import { z } from "zod";
import { rotateWebhookSecret as rotate } from "../../sql/queries/webhook-endpoints.ts";
import { webhookEndpointRotatedJson } from "../../sql/webhooks/webhook-endpoint-json.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const rotateWebhookSecret = route({
  method: "post",
  path: "/v1/webhook-endpoint/rotate-secret",
  summary: "Give the endpoint a new signing secret; for a while the old one signs as well",
  scope: "events:write",
  withoutApproval: true,
  request: {
    body: z.object({
      overlapHours: z
        .literal([0, 1, 24, 72], { error: "must be 0, 1, 24 or 72" })
        .describe("For how long the old secret signs as well; with 0 it ends at once.")
        .default(24),
    }),
  },
  success: { status: 200, data: webhookEndpointRotatedJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, body }, { database, config }) => {
    const rotated = await rotate(database, config.encryptionKeys, caller, body.overlapHours);
    if (rotated === null) throw notFound();
    return { data: { ...rotated.json, secret: rotated.secret } };
  },
});
