import { z } from "zod";
import { payoutJson } from "../../sql/payouts/payout-json.ts";
import { cancelPayout as cancel } from "../../sql/payouts/decisions.ts";
import { reference } from "../http/fields.ts";
import { notFound, Problem } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const cancelPayout = route({
  method: "post",
  path: "/v1/payouts/:reference/cancel",
  summary: "Cancel a pending payout",
  scope: "payouts:write",
  repeatable: true,
  withoutApproval: true,
  request: { params: z.object({ reference: reference("pyt") }) },
  success: { status: 200, data: payoutJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params }, { database }) => {
    const { acting, by } = caller;
    const { outcome, payout } = await cancel(database, { tenant: caller, ...params, acting, caller: by });
    if (outcome === "not_found") throw notFound();
    if (outcome !== "canceled") {
      throw new Problem(
        "STATE_CONFLICT",
        "Only a pending payout can be canceled. This one is already being sent, or is final.",
      );
    }
    return { data: payout };
  },
});
