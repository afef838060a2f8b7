import { z } from "zod";
import { environmentJson, referenceJson, timestampJson } from "../formats/public-json.ts";
import { identityTypes } from "./identity-record.ts";

export const identityCheckStatuses = ["succeeded", "failed"] as const;

const result = z.object({
  reference: referenceJson("kyc"),
  verified: z.boolean().describe("Whether the record has the phone number. Decide by this alone."),
  name: z
    .string()
    .describe("The name on record, if the provider gave one. It can be present without a match.")
    .optional(),
  cacheHit: z.boolean().describe("True if the record came from the cache and the provider was not called."),
});

/** The result of a check of a BVN or NIN, as the response to its request. */
export const identityCheckResultJson = result
  .extend({
    remaining: z
      .int()
      .min(0)
      .describe("How many more phones may fail to match this identifier; beside a verified that is false.")
      .optional(),
  })
  .meta({
    id: "IdentityCheckResult",
    description: "The result of a check of a BVN or NIN. A negative result is not an error.",
  });

export type IdentityCheckResultJson = z.output<typeof identityCheckResultJson>;

/** A check as the list and its events show it; made by SQL's identity_check_json. It has no identifier and no fee. */
export const identityCheckJson = result
  .extend({
    type: z.enum(identityTypes),
    status: z.enum(identityCheckStatuses).describe("succeeded: it matched. failed: it did not."),
    environment: environmentJson,
    createdAt: timestampJson,
  })
  .meta({ id: "IdentityCheck", description: "A completed identity check." });
