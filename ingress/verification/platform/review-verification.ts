import { z } from "zod";
import { verificationStepJson } from "../../../sql/verification/review-json.ts";
import { listVerificationSteps } from "../../../sql/verification/verification-reviews.ts";
import { reference } from "../../http/fields.ts";
import { personRoute } from "../../http/session-route.ts";
import { readVerification, verificationJson } from "../verification-json.ts";
import { requireReviewedMerchant } from "./reviewed-merchant.ts";

const reviewed = verificationJson
  .extend({
    merchant: z.object({ reference: z.string(), name: z.string() }),
    history: z.array(verificationStepJson).readonly().describe("The last 50 status changes, newest first."),
  })
  .meta({ id: "ReviewedVerification", description: "A verification, as reviewers see it." });

export const reviewVerification = personRoute({
  method: "get",
  path: "/dashboard/api/platform/verifications/:merchant",
  summary: "Get a merchant's verification, as a reviewer",
  permission: "review",
  request: { params: z.object({ merchant: reference("mer") }) },
  success: { status: 200, data: reviewed },
  errors: ["NOT_FOUND"],
  handler: async ({ session, params }, context) => {
    const { database } = context;
    const merchant = await requireReviewedMerchant(database, session, params.merchant);
    const history = await listVerificationSteps(database, merchant.id);
    return {
      data: {
        ...(await readVerification(context, merchant.id)),
        merchant: { reference: merchant.reference, name: merchant.name },
        history,
      },
    };
  },
});
