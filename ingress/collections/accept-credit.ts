import { z } from "zod";
import { unmatchedCreditJson } from "../../sql/collections/credits/credit-json.ts";
import { acceptCredit as accept } from "../../sql/collections/credits/credits.ts";
import { reference } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { creditRefused } from "./credit-refused.ts";

/** Adds unmatched money to the balance, as a collection that succeeded. */
export const acceptCredit = route({
  method: "post",
  path: "/v1/unmatched-credits/:reference/accept",
  summary: "Accept an unmatched credit",
  scope: "credits:write",
  repeatable: true,
  request: {
    params: z.object({ reference: reference("crd") }),
    body: z.strictObject({
      collection: reference("col")
        .describe("The collection that it completes. If absent, a new collection is made from it.")
        .optional(),
    }),
  },
  success: { status: 200, data: unmatchedCreditJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params, body }, { database }) => {
    const { acting, by } = caller;
    const decision = await accept(database, { tenant: caller, ...params, ...body, acting, caller: by });
    switch (decision.outcome) {
      case "accepted":
        return { data: decision.credit };
      case "not_completed":
        throw new Problem("STATE_CONFLICT", "This payment doesn't complete that collection.");
      default:
        throw creditRefused(decision.outcome);
    }
  },
});
