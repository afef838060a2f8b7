import { z } from "zod";
import { environmentJson, ownJson, referenceJson, timestampJson } from "../formats/public-json.ts";
import { identityTypes } from "./identity-record.ts";

export const identityCheckStatuses = ["succeeded", "failed"] as const;

const result = z.object({
  reference: referenceJson("kyc"),
  verified: z.boolean().describe("Whether the record has the phone number. Decide by `verified` alone."),
  name: z
    .string()
    .describe("The name on record, if the provider gave one. Can be present without a match.")
    .optional(),
  cacheHit: z.boolean().describe("True if the record came from our cache without calling the provider."),
  ...ownJson,
});

/** The result of a check of a BVN or NIN, as the response to its request. */
export const identityCheckResultJson = result
  .extend({
    remaining: z
      .int()
      .min(0)
      .describe(
        "How many more phone numbers can fail to match this identifier. Present when verified is false.",
      )
      .optional(),
  })
  .meta({
    id: "IdentityCheckResult",
    description: "The result of a BVN or NIN check. A negative result isn't an error.",
  });

export type IdentityCheckResultJson = z.output<typeof identityCheckResultJson>;

/** A check as the list and its events show it; made by SQL's identity_check_json. It has no identifier and no fee. */
export const identityCheckJson = result
  .extend({
    type: z.enum(identityTypes),
    status: z.enum(identityCheckStatuses).describe("succeeded: matched. failed: didn't match."),
    environment: environmentJson,
    createdAt: timestampJson,
  })
  .meta({ id: "IdentityCheck", description: "A completed identity check." });
