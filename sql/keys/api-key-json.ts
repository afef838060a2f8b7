import { z } from "zod";
import { environmentJson, timestampJson } from "../formats/public-json.ts";

/** An API key as the dashboard shows it; made by SQL's api_key_json. Its secret is not kept anywhere. */
export const apiKeyJson = z
  .object({
    reference: z.string(),
    prefix: z.string().describe("How the secret begins."),
    lastFour: z.string().describe("How the secret ends."),
    status: z.enum(["active", "expired", "revoked"]).describe("expired: rotated, and its overlap is over."),
    scopes: z.array(z.string()),
    allowedCidrs: z.array(z.string()).describe("The networks that it may be used from; empty: anywhere."),
    environment: environmentJson,
    createdBy: z
      .string()
      .describe("The person who made it, or rotated the one before; absent: an operator.")
      .optional(),
    createdAt: timestampJson,
    lastUsedAt: timestampJson.describe("To the minute.").optional(),
    lastUsedAddress: z.string().optional(),
    expiresAt: timestampJson.optional(),
    revokedAt: timestampJson.optional(),
  })
  .meta({ id: "ApiKey", description: "An API key, without its secret." });

export type ApiKeyJson = z.output<typeof apiKeyJson>;
