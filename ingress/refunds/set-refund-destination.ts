import { z } from "zod";
import { refundJson } from "../../sql/refunds/refund-json.ts";
import { setRefundDestination as setDestination } from "../../sql/refunds/refunds.ts";
import { enquireName } from "../banks/enquire-name.ts";
import { reference } from "../http/fields.ts";
import { creditRefused } from "../collections/credit-refused.ts";
import { conflict, notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { payoutRefused } from "../payouts/create-payout.ts";
import { payoutDestination } from "../payouts/payout-fields.ts";

/** Sets where a refund goes whose payer's account is unknown or can't receive it. */
export const setRefundDestination = route({
  method: "post",
  path: "/v1/refunds/:reference/destination",
  summary: "Set the account of a refund that needs a destination",
  scope: "refunds:write",
  repeatable: true,
  request: {
    params: z.object({ reference: reference("rfd") }),
    body: z.strictObject({ destination: payoutDestination }),
  },
  success: { status: 200, data: refundJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT", "LIMIT_DAILY_EXCEEDED", "PAYOUTS_FROZEN", "DESTINATION_BLOCKED"],
  handler: async ({ caller, params, body: { destination } }, context) => {
    const { acting, by } = caller;
    const request = { tenant: caller, ...params, ...destination, acting, caller: by };
    let decision = await setDestination(context.database, request);
    if (decision.outcome === "enquiry_needed") {
      await enquireName(context, caller, destination, "destination.bankCode");
      decision = await setDestination(context.database, request);
    }
    switch (decision.outcome) {
      case "accepted":
        return { data: decision.refund };
      case "not_found":
        throw notFound();
      case "state_conflict":
        throw conflict("This refund doesn't need a destination.");
      case "taken_back":
        throw creditRefused(decision.outcome);
      default:
        throw payoutRefused(decision, { destination });
    }
  },
});
