import { z } from "zod";
import {
  itemStatuses,
  nameMatches,
  payoutBatchItemJson,
} from "../../sql/payout-batches/payout-batch-json.ts";
import { findBatchItems } from "../../sql/payout-batches/payout-batches.ts";
import { oneOf } from "../http/fields.ts";
import { anyOf, paging } from "../http/list-query.ts";
import { readPage } from "../http/list-route.ts";
import { route } from "../http/route.ts";
import { batchParams } from "./batch-fields.ts";

const path = "/v1/payout-batches/:reference/items";

export const listBatchItems = route({
  method: "get",
  path,
  summary: "List the items of a batch, in its order",
  scope: "payout_batches:read",
  paged: true,
  request: {
    params: batchParams,
    query: z.object({
      limit: paging.limit,
      cursor: paging.cursor,
      status: anyOf(itemStatuses),
      name: oneOf(nameMatches).optional(),
      duplicate: oneOf(["any", "batch", "paid"]).describe("Lists those with a duplicate.").optional(),
    }),
  },
  success: { status: 200, data: z.array(payoutBatchItemJson) },
  errors: ["NOT_FOUND"],
  handler: ({ caller, params, query: { limit, cursor, ...filters } }, { database, cursors }) =>
    readPage({ cursors }, caller, { path, filters: { ...filters, ...params }, limit, cursor }, (page) =>
      findBatchItems(database, caller, params.reference, { ...page, filters }),
    ),
});
