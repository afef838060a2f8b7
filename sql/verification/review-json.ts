import { z } from "zod";

/** The states that reviewers see: a draft is the merchant's own. */
export const reviewedStatuses = ["submitted", "approved", "rejected"] as const;
export type ReviewedStatus = (typeof reviewedStatuses)[number];

export const listedVerificationJson = z
  .object({
    merchant: z.string(),
    name: z.string(),
    status: z.enum(reviewedStatuses),
    statusSince: z.string(),
    documents: z.int(),
    isOwn: z.boolean().describe("The reviewer is a member of the merchant and can't decide."),
  })
  .meta({ id: "ListedVerification", description: "A business in the review queue." });
export type ListedVerification = z.output<typeof listedVerificationJson>;

export const verificationStepJson = z
  .object({
    at: z.string(),
    action: z.string(),
    actor: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "VerificationStep", description: "A change of a verification's status." });
export type VerificationStep = z.output<typeof verificationStepJson>;
