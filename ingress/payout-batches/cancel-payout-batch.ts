import { payoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { cancelPayoutBatch as cancel } from "../../sql/payout-batches/payout-batches.ts";
import { conflict, notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { batchParams } from "./batch-fields.ts";

export const cancelPayoutBatch = route({
  method: "post",
  path: "/v1/payout-batches/:reference/cancel",
  summary: "Cancel a batch, and what isn't sent of it",
  scope: "payout_batches:write",
  repeatable: true,
  withoutApproval: true,
  request: { params: batchParams },
  success: { status: 200, data: payoutBatchJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params }, { database }) => {
    const { acting, by } = caller;
    const decision = await cancel(database, { tenant: caller, ...params, acting, caller: by });
    if (decision.outcome === "not_found") throw notFound();
    if (decision.outcome !== "canceled")
      throw conflict("This batch has ended, or is being canceled already.");
    return { data: decision.batch };
  },
});
