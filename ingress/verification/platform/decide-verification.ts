import { z } from "zod";
import { decideVerification as decide } from "../../../sql/verification/verification-reviews.ts";
import { lines, reference } from "../../http/fields.ts";
import { conflict, notFound, Problem } from "../../http/problems.ts";
import { personRoute } from "../../http/session-route.ts";
import { ownMerchant } from "./reviewed-merchant.ts";

const reason = lines(1, 1_000);

/** What the reviewer saw: the merchant may have withdrawn that, and submitted something else. */
const seen = {
  version: z
    .int({ error: "must be the version of the form that you saw" })
    .min(0)
    .max(2 ** 31 - 1),
  documents: z
    .array(reference("doc"), { error: "must be the references of the documents you saw" })
    .max(100, { error: "must be the references of the documents you saw" }),
};

export const decideVerification = personRoute({
  method: "post",
  path: "/dashboard/api/platform/verifications/:merchant/decision",
  summary: "Approve a business, or reject it with a reason",
  permission: "review",
  stepUp: true,
  request: {
    params: z.object({ merchant: reference("mer") }),
    body: z.discriminatedUnion(
      "outcome",
      [
        z.object({ outcome: z.literal("approved"), reason: reason.optional(), ...seen }),
        z.object({ outcome: z.literal("rejected"), reason, ...seen }),
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
    const acting = { ...session.acting, reason: body.reason };
    const { outcome, version } = await decide(database, { merchant, status: body.outcome, ...body, acting });
    switch (outcome) {
      case "decided":
        return { data: { merchant, status: body.outcome } };
      case "not_found":
        throw notFound();
      case "own_merchant":
        throw ownMerchant();
      case "changed":
        throw new Problem(
          "STATE_CONFLICT",
          "The business has submitted a newer version since you opened this. Reload and review that one.",
          { details: { version: String(version) } },
        );
      case "not_submitted":
        throw conflict("This is no longer under review. Someone already decided or withdrew it.");
    }
  },
});
