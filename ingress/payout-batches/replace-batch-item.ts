import { payoutBatchItemJson } from "../../sql/payout-batches/payout-batch-json.ts";
import { replaceBatchItem as replace } from "../../sql/payout-batches/payout-batches.ts";
import { text } from "../http/fields.ts";
import { conflict, notFound } from "../http/problems.ts";
import { leastPayout } from "../http/require-least.ts";
import { route } from "../http/route.ts";
import { batchParams } from "./batch-fields.ts";
import { batchItem } from "./intake/batch-body.ts";

const destinationRule = "must be present, unless payoutAccountId is; not both";

export const replaceBatchItem = route({
  method: "put",
  path: "/v1/payout-batches/:reference/items/:index",
  summary: "Replace an item of a batch that isn't started",
  scope: "payout_batches:write",
  request: {
    params: batchParams.extend({ index: text(/^(?:0|[1-9]\d{0,3})$/, "must be the index of an item") }),
    body: batchItem
      .refine(
        ({ destination, payoutAccountId }) => (destination === undefined) !== (payoutAccountId === undefined),
        { path: ["destination"], error: destinationRule },
      )
      .meta({ rule: `destination ${destinationRule}` }),
  },
  success: { status: 200, data: payoutBatchItemJson },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ caller, params, body }, context) => {
    const { destination, amount, ...rest } = body;
    const decision = await replace(context.database, {
      tenant: caller,
      reference: params.reference,
      place: Number(params.index),
      item: { ...rest, ...destination, amount: Number(amount.value) },
      least: leastPayout(context, caller.environment),
      acting: caller.acting,
      caller: caller.by,
    });
    if (decision.outcome === "not_found") throw notFound();
    if (decision.outcome !== "replaced")
      throw conflict("Only items of a batch that isn't started can be replaced.");
    return { data: decision.item };
  },
});
