import { z } from "zod";

const urlRule = "must be a complete URL, such as https://example.com/webhooks";

/** Where events are sent, in a request; checkWebhookUrl() says whether it may be. */
export const webhookUrl = z
  .string({ error: urlRule })
  .meta({ rule: urlRule })
  .describe("Must be on the public internet: https, or also http in test mode.");

/** How long the old secret signs as well after a rotation, in a request. */
export const secretOverlapHours = z
  .literal([0, 1, 24, 72], { error: "must be 0, 1, 24 or 72" })
  .describe("How long deliveries are also signed with the old secret. With 0 it stops immediately.")
  .default(24);
