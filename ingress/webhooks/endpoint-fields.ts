import { z } from "zod";

const urlRule = "must be a complete URL, such as https://example.com/webhooks";

/** Where events are sent, in a request; checkWebhookUrl() says whether it may be. */
export const webhookUrl = z
  .string({ error: urlRule })
  .meta({ rule: urlRule })
  .describe("Must be on the public internet: https, or with test keys also http.");

/** How long the old secret signs as well after a rotation, in a request. */
export const secretOverlapHours = z
  .literal([0, 1, 24, 72], { error: "must be 0, 1, 24 or 72" })
  .describe("For how long the old secret signs as well; with 0 it ends at once.")
  .default(24);
