import { findPage } from "../../sql/process/pages.ts";
import { payoutBatchJson, payoutBatchStatuses } from "../../sql/payout-batches/payout-batch-json.ts";
import { reference } from "../http/fields.ts";
import { anyOf } from "../http/list-query.ts";
import { listRoute } from "../http/list-route.ts";

export const listPayoutBatches = listRoute({
  path: "/v1/payout-batches",
  summary: "List batches of payouts, newest first",
  scope: "payout_batches:read",
  item: payoutBatchJson,
  filters: { status: anyOf(payoutBatchStatuses), reference: reference("bat").optional() },
  find: ({ database }, caller, page) => findPage(database, "payout_batches", caller, page),
});
