import { z } from "zod";
import { refundJson } from "../../sql/refunds/refund-json.ts";
import { cancelRefund as cancel } from "../../sql/refunds/refunds.ts";
import { reference } from "../http/fields.ts";
import { notFound, Problem } from "../http/problems.ts";
import { route } from "../http/route.ts";

export const cancelRefund = route({
  method: "post",
  path: "/v1/refunds/:reference/cancel",
  summary: "Cancel a refund that wasn't sent",
  scope: "refunds:write",
  repeatable: true,
  withoutApproval: true,
  request: { params: z.object({ reference: reference("rfd") }) },
  success: { status: 200, data: refundJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params }, { database }) => {
    const { acting, by } = caller;
    const { outcome, payout } = await cancel(database, { tenant: caller, ...params, acting, caller: by });
    if (outcome === "not_found") throw notFound();
    if (outcome !== "canceled")
      throw new Problem("STATE_CONFLICT", "This refund is already being sent, or is final.");
    return { data: payout };
  },
});
