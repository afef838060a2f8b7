import { z } from "zod";
import { findBatchItems } from "../../sql/payout-batches/payout-batches.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { Context } from "../context.ts";
import { oneOf, reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { batchParams } from "./batch-fields.ts";
import { mistakesHeader, mistakesLine, resultsHeader, resultsLine } from "./results-csv.ts";

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
    query: z.object({
      only: oneOf(["mistakes"])
        .describe(
          "mistakes: only the invalid items, with your columns and one of errors. Corrected, the file can be sent as another batch.",
        )
        .optional(),
      // Of the dashboard's link to the file: see requirePermission.
      "x-merchant": reference("mer").optional().meta({ hidden: true }),
    }),
  },
  success: { status: 200, data: z.never() },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params, query }, context) => ({
    file: {
      name: `${params.reference}${query.only === undefined ? "" : "-mistakes"}.csv`,
      mediaType: "text/csv; charset=utf-8",
      content: await streamResults(context, caller, params.reference, query.only !== undefined),
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
  hasMistakesOnly: boolean,
): Promise<AsyncIterable<string>> {
  const readAfter = async (place: bigint) => {
    const page = await findBatchItems(database, tenant, batch, {
      limit: PAGE,
      after: { createdAt: "", id: place },
      ...(hasMistakesOnly && { filters: { status: ["invalid"] } }),
    });
    if (page === null) throw notFound();
    return page;
  };
  let page = await readAfter(-1n);
  async function* lines() {
    yield hasMistakesOnly ? mistakesHeader : resultsHeader;
    for (;;) {
      yield page.items.map(hasMistakesOnly ? mistakesLine : resultsLine).join("");
      if (page.next === null) return;
      await requireRights();
      page = await readAfter(page.next.id);
    }
  }
  return lines();
}
