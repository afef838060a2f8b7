import { z } from "zod";
import { unmatchedCreditJson } from "../../sql/collections/credits/credit-json.ts";
import { findUnmatchedCredits } from "../../sql/collections/credits/credits.ts";
import { tenantRoute } from "../http/session-route.ts";

export const listUnmatched = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/unmatched-payments",
  summary: "List the newest 100 unmatched payments",
  permission: "read",
  success: { status: 200, data: z.array(unmatchedCreditJson) },
  handler: async ({ caller }, { database }) => {
    const unmatched = [...(await findUnmatchedCredits(database, caller, 100))];
    return { data: unmatched };
  },
});
