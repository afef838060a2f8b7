import { z } from "zod";
import { environmentJson, referenceJson, timestampJson } from "../public-json.ts";
import { identityTypes } from "./identity-record.ts";

export const identityCheckStatuses = ["succeeded", "failed"] as const;

const result = z.object({
  reference: referenceJson("kyc"),
  verified: z.boolean().describe("Whether the record has the phone number. This alone decides."),
  name: z
    .string()
    .describe("The name on record, where the provider gave one. It may be there without a match.")
    .optional(),
  cacheHit: z.boolean().describe("Whether the record was known already, and the provider not asked."),
});

/** What a check of a BVN or NIN found, as the request for it shows it. */
export const identityCheckResultJson = result.meta({
  id: "KycResult",
  description: "What a check of a BVN or NIN found. A negative result is not an error.",
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
  .meta({ id: "KycRequest", description: "A completed identity check." });
