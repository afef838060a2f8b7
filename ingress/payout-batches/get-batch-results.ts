import { z } from "zod";
import { findBatchItems } from "../../sql/payout-batches/payout-batches.ts";
import { oneOf, pagesMerchant } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { route } from "../http/route.ts";
import { streamCsv } from "../http/list-route.ts";
import { batchParams } from "./batch-fields.ts";
import { mistakesHeader, mistakesLine, resultsHeader, resultsLine } from "./results-csv.ts";

export const getBatchResults = route({
  method: "get",
  path: "/v1/payout-batches/:reference/results",
  summary: "Download what came of a batch's items",
  scope: "payout_batches:read",
  sendsFile: { mediaTypes: ["text/csv"], inParts: true },
  request: {
    params: batchParams,
    query: z.object({
      only: oneOf(["mistakes"])
        .describe(
          "mistakes: only the invalid items, with your columns and one of errors. Corrected, the file can be sent as another batch.",
        )
        .optional(),
      "x-merchant": pagesMerchant,
    }),
  },
  success: { status: 200, data: z.never() },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params, query }, context) => {
    const hasMistakesOnly = query.only !== undefined;
    const filters = hasMistakesOnly ? { status: ["invalid"] } : {};
    const file = await streamCsv(context, {
      name: `${params.reference}${hasMistakesOnly ? "-mistakes" : ""}`,
      header: hasMistakesOnly ? mistakesHeader : resultsHeader,
      lineOf: hasMistakesOnly ? mistakesLine : resultsLine,
      start: -1n,
      read: async (page) => {
        const found = await findBatchItems(context.database, caller, params.reference, { ...page, filters });
        if (found === null) throw notFound();
        return found;
      },
    });
    return { file };
  },
});
