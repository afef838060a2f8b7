import { payoutBatchJson, type PayoutBatchJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { findOne } from "../../sql/process/find-one.ts";
import { showRoute } from "../http/show-route.ts";

export const getPayoutBatch = showRoute({
  path: "/v1/payout-batches/:reference",
  summary: "Get a batch of payouts",
  scope: "payout_batches:read",
  prefix: "bat",
  data: payoutBatchJson,
  find: findOne<PayoutBatchJson>("payout_batches", "payout_batch_json"),
});
