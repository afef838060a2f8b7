import { z } from "zod";
import { listedVerificationJson, reviewedStatuses } from "../../../sql/verification/review-json.ts";
import { listVerifications as list } from "../../../sql/verification/verification-reviews.ts";
import { oneOf } from "../../http/fields.ts";
import { paging } from "../../http/list-query.ts";
import { readPage } from "../../http/list-route.ts";
import { personRoute } from "../../http/session-route.ts";

const path = "/dashboard/api/platform/verifications";

export const listVerifications = personRoute({
  method: "get",
  path,
  summary: "List businesses by verification status, longest waiting first",
  permission: "review",
  paged: true,
  request: {
    query: z.object({
      limit: paging.limit,
      cursor: paging.cursor,
      status: oneOf(reviewedStatuses).default("submitted"),
    }),
  },
  success: { status: 200, data: z.array(listedVerificationJson) },
  // A list of the platform belongs to no merchant: its cursors are the reviewer's.
  handler: ({ session: { personId }, query: { limit, cursor, ...filters } }, context) =>
    readPage(context, { merchantId: personId }, { path, filters, limit, cursor }, (page) =>
      list(context.database, filters.status, page, personId),
    ),
});
