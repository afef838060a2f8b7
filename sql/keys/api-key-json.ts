import { z } from "zod";
import { environmentJson, timestampJson } from "../formats/public-json.ts";

/** An API key as the dashboard shows it; made by SQL's api_key_json. Its secret is not kept anywhere. */
export const apiKeyJson = z
  .object({
    reference: z.string(),
    prefix: z.string().describe("The beginning of the secret."),
    lastFour: z.string().describe("The end of the secret."),
    status: z.enum(["active", "expired", "revoked"]).describe("expired: rotated, and its overlap has ended."),
    scopes: z.array(z.string()),
    allowedCidrs: z.array(z.string()).describe("The networks the key can be used from. Empty: anywhere."),
    environment: environmentJson,
    createdBy: z
      .string()
      .describe("The person who created it or rotated the previous key. Absent for operators.")
      .optional(),
    createdAt: timestampJson,
    lastUsedAt: timestampJson.describe("Accurate to the minute.").optional(),
    lastUsedAddress: z.string().optional(),
    expiresAt: timestampJson.optional(),
    revokedAt: timestampJson.optional(),
  })
  .meta({ id: "ApiKey", description: "An API key, without its secret." });

export type ApiKeyJson = z.output<typeof apiKeyJson>;
