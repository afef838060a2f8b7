import { payoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { route } from "../http/route.ts";
import { batchParams, startBody } from "./batch-fields.ts";
import { startBatch, startErrors } from "./start-batch.ts";

export const retryPayoutBatch = route({
  method: "post",
  path: "/v1/payout-batches/:reference/retry",
  summary: "Pay the failed items of a completed batch again",
  scope: "payout_batches:write",
  repeatable: true,
  request: { params: batchParams, body: startBody },
  success: { status: 200, data: payoutBatchJson },
  errors: startErrors,
  handler: ({ caller, params, body }, context) =>
    startBatch(context, caller, { ...params, ...body, retries: true }),
});
