import { z } from "zod";
import {
  listVerifications as list,
  reviewedStatuses,
} from "../../../sql/verification/verification-reviews.ts";
import { oneOf } from "../../http/fields.ts";
import { listQuery } from "../../http/list-query.ts";
import { personRoute } from "../../http/session-route.ts";

const path = "/dashboard/api/platform/verifications";
const { limit, cursor } = listQuery({}).shape;

const listedVerification = z
  .object({
    merchant: z.string(),
    name: z.string(),
    status: z.enum(reviewedStatuses),
    statusSince: z.string(),
    documents: z.int(),
    isOwn: z.boolean().describe("The reviewer is a member of the merchant and can't decide."),
  })
  .meta({ id: "ListedVerification", description: "A business in the review queue." });

export const listVerifications = personRoute({
  method: "get",
  path,
  summary: "List businesses by verification status, longest waiting first",
  permission: "review",
  paged: true,
  request: { query: z.object({ limit, cursor, status: oneOf(reviewedStatuses).default("submitted") }) },
  success: { status: 200, data: z.array(listedVerification) },
  handler: async ({ session, query }, { database, cursors }) => {
    // A list of the platform belongs to no merchant; the cursor belongs to the reviewer.
    const scope = {
      path,
      merchantId: session.personId,
      environment: "live" as const,
      filters: { status: query.status },
    };
    const after = query.cursor === undefined ? null : cursors.decrypt(query.cursor, scope);
    const page = await list(database, query.status, { limit: query.limit, after }, session.personId);
    if (page.next === null) return { data: page.items, meta: { hasMore: false } };
    return { data: page.items, meta: { nextCursor: cursors.encrypt(page.next, scope), hasMore: true } };
  },
});
