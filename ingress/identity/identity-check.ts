import { z } from "zod";
import { identityTypes } from "../../sql/identity/identity-record.ts";
import { environment, reference, timestamp } from "../http/fields.ts";

export const identityCheckStatus = z.enum(["succeeded", "failed"]);

const result = z.object({
  reference: reference("kyc"),
  verified: z.boolean().describe("Whether the record carries the phone number. This alone decides."),
  name: z
    .string()
    .describe("The name on record, where the provider told one. It may be there without a match.")
    .optional(),
  cacheHit: z.boolean().describe("Whether the record was known already, and the provider not asked."),
});

/** What a check of a BVN or NIN found. `verified` alone decides: a name may be there without a match. */
export const identityCheckResult = result.meta({
  id: "KycResult",
  description: "What a check of a BVN or NIN found. A negative answer is no error.",
});

/** A check as the list shows it; made by SQL's identity_check_json. Neither the identifier nor a fee is in it. */
export const identityCheck = result
  .extend({
    type: z.enum(identityTypes),
    status: identityCheckStatus.describe("succeeded: it matched; failed: it did not."),
    environment,
    createdAt: timestamp,
  })
  .meta({ id: "KycRequest", description: "An identity check that was answered." });
