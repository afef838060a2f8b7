import { z } from "zod";
import { unmatchedCreditJson } from "../../sql/collections/credits/credit-json.ts";
import { findUnmatchedCredits } from "../../sql/collections/credits/credits.ts";
import { tenantRoute } from "../http/session-route.ts";

export const listUnmatched = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/unmatched-payments",
  summary: "List the newest 100 unmatched payments",
  permission: "read",
  request: {},
  success: { status: 200, data: z.array(unmatchedCreditJson) },
  errors: [],
  handler: async ({ caller }, { database }) => {
    const unmatched = [...(await findUnmatchedCredits(database, caller, 100))];
    return { data: unmatched };
  },
});
