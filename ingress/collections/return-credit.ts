import { z } from "zod";
import { unmatchedCreditJson } from "../../sql/collections/credits/credit-json.ts";
import { returnCredit as sendBack } from "../../sql/refunds/refunds.ts";
import { reference } from "../http/fields.ts";
import { Problem } from "../http/problems.ts";
import { leastPayout } from "../http/require-least.ts";
import { route } from "../http/route.ts";
import { payoutRefused } from "../payouts/create-payout.ts";
import { isVerified } from "../refunds/is-verified.ts";
import { creditRefused } from "./credit-refused.ts";

/** Sends unmatched money back to its payer, by a refund. It needs the payer's account as createRefund does. */
export const returnCredit = route({
  method: "post",
  path: "/v1/unmatched-credits/:reference/return",
  summary: "Return an unmatched credit to its payer",
  scope: "credits:write",
  repeatable: true,
  request: { params: z.object({ reference: reference("crd") }) },
  success: { status: 200, data: unmatchedCreditJson },
  errors: [
    "INSUFFICIENT_BALANCE",
    "AMOUNT_LIMIT_EXCEEDED",
    "LIMIT_DAILY_EXCEEDED",
    "PAYOUTS_FROZEN",
    "DESTINATION_BLOCKED",
    "STATE_CONFLICT",
    "NOT_FOUND",
  ],
  handler: async ({ caller, params }, context) => {
    const least = leastPayout(context, caller.environment);
    const request = { tenant: caller, ...params, least, acting: caller.acting, caller: caller.by };
    let decision = await sendBack(context.database, request);
    if (decision.outcome === "enquiry_needed") {
      const isUnresolved = !(await isVerified(context, caller, decision.details, false));
      decision = await sendBack(context.database, { ...request, isUnresolved });
    }
    switch (decision.outcome) {
      case "accepted":
        return { data: decision.credit };
      case "not_found":
      case "not_waiting":
      case "taken_back":
        throw creditRefused(decision.outcome);
      case "not_returnable":
        throw new Problem("STATE_CONFLICT", "Only payments in naira can be returned.");
      case "too_many":
        throw new Problem("STATE_CONFLICT", "A payment can have at most 100 returns. Contact support.");
      case "below_minimum":
        throw new Problem("STATE_CONFLICT", `Payments below ${least} kobo can't be returned.`);
      default:
        throw payoutRefused(decision, {});
    }
  },
});
