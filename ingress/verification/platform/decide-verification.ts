import { z } from "zod";
import { decideVerification as decide } from "../../../sql/queries/verification-reviews.ts";
import { lines, reference } from "../../http/fields.ts";
import { notFound, Problem } from "../../http/problems.ts";
import { personRoute } from "../../http/session-route.ts";
import { ownMerchant } from "./reviewed-merchant.ts";
import { actingPerson } from "../../sessions/acting-person.ts";

const reason = lines(1, 1_000);

export const decideVerification = personRoute({
  method: "post",
  path: "/dashboard/api/platform/verifications/:merchant/decision",
  summary: "Approve a business, or reject it with a reason that its owners read",
  permission: "review",
  stepUp: true,
  request: {
    params: z.object({ merchant: reference("mer") }),
    body: z.discriminatedUnion(
      "outcome",
      [
        z.object({ outcome: z.literal("approved"), reason: reason.optional() }),
        z.object({ outcome: z.literal("rejected"), reason }),
      ],
      { error: "must be approved or rejected" },
    ),
  },
  success: {
    status: 200,
    data: z.object({ merchant: z.string(), status: z.enum(["approved", "rejected"]) }),
  },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, params: { merchant }, body }, { database }) => {
    const acting = { ...actingPerson(session), reason: body.reason };
    switch (await decide(database, merchant, body.outcome, acting)) {
      case "decided":
        return { data: { merchant, status: body.outcome } };
      case "not_found":
        throw notFound();
      case "own_merchant":
        throw ownMerchant();
      case "not_submitted":
        throw new Problem(
          "STATE_CONFLICT",
          "This does not wait for a decision: somebody decided, or withdrew it.",
        );
    }
  },
});
