import { z } from "zod";
import { findBatchItems } from "../../sql/payout-batches/payout-batches.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Context } from "../context.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { batchParams } from "./batch-fields.ts";
import { resultsHeader, resultsLine } from "./results-csv.ts";

/** So many items are in memory at a time. */
const PAGE = 250;

export const getBatchResults = route({
  method: "get",
  path: "/v1/payout-batches/:reference/results",
  summary: "Download what came of a batch's items",
  scope: "payout_batches:read",
  sendsFile: true,
  request: {
    params: batchParams,
    // Of the dashboard's link to the file: see requirePermission.
    query: z.object({ "x-merchant": reference("mer").optional().meta({ hidden: true }) }),
  },
  success: { status: 200, data: z.never() },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, context) => ({
    file: {
      name: `${params.reference}.csv`,
      mediaType: "text/csv; charset=utf-8",
      content: await streamResults(context, caller, params.reference),
    },
  }),
});

/**
 * The first page is read before anything is sent, so that a refusal is still a response; the caller's rights are
 * checked before each other one.
 */
async function streamResults(
  { database, requireRights }: Context,
  tenant: Tenant,
  batch: string,
): Promise<AsyncIterable<string>> {
  const readAfter = async (place: bigint) => {
    const page = await findBatchItems(database, tenant, batch, {
      limit: PAGE,
      after: { createdAt: "", id: place },
    });
    if (page === null) throw notFound();
    return page;
  };
  let page = await readAfter(-1n);
  async function* lines() {
    yield resultsHeader;
    for (;;) {
      yield page.items.map(resultsLine).join("");
      if (page.next === null) return;
      await requireRights();
      page = await readAfter(page.next.id);
    }
  }
  return lines();
}
