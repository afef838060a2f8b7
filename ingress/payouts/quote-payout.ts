import { payoutQuoteJson, quotePayout as quote } from "../../sql/payouts/payout-quotes.ts";
import { requireLeast } from "../http/require-least.ts";
import { route } from "../http/route.ts";
import { payoutRefused } from "./create-payout.ts";
import { payoutBody } from "./payout-fields.ts";

/** One round trip to the database. No bank is asked. */
export const quotePayout = route({
  method: "post",
  path: "/v1/payouts/quote",
  summary: "Get the price of a payout, and check it, without creating it",
  scope: "payouts:read",
  readsOnly: true,
  request: { body: payoutBody },
  success: { status: 200, data: payoutQuoteJson },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, body }, context) => {
    const { environment } = caller;
    requireLeast(context, { environment, operation: "payout" }, { "amount.value": body.amount.value });
    const { destination, payoutAccountId, purpose } = body;
    const request = { amount: body.amount.value, destination, payoutAccountId, purpose };
    const quoted = await quote(context.database, caller, request);
    if (quoted.outcome !== "quoted") throw payoutRefused(quoted, body);
    return { data: quoted.quote };
  },
});
